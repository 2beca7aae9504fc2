import type { TestView } from '../api/wire.ts';

export const formatMinutes = (locale: string, minutes: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);

/** The deadline is a date without a timezone. It is formatted in UTC, so that no timezone moves it to another day. */
export const formatDay = (locale: string, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

export function formatIncentive(locale: string, incentive: NonNullable<TestView['incentive']>): string {
  const { amount, currency, kind } = incentive;
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options).format(amount);
  let money: string;
  try {
    money = format({ style: 'currency', currency, minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 });
  } catch {
    // Points and vouchers can have a unit that is no currency.
    money = `${format({})} ${currency}`;
  }
  return kind ? `${money} (${kind.replaceAll('_', ' ')})` : money;
}
