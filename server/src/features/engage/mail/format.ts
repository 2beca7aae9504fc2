/** An instant in the person's own time zone and locale, with the name of the zone. */
export function formatInstant(at: Date, timezone: string, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: timezone });
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric', timeZone: timezone });
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return name ? `${time.format(at)} (${name})` : time.format(at);
}

/** An amount such as `€20`. The code stands for itself if the runtime does not know the currency. */
export function formatAmount(amount: number, currency: string, locale: string): string {
  try {
    const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {};
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}
