/** The languages of the fixed sentences in mails to participants. */
export const mailLanguages = ['en', 'es', 'de', 'fr', 'pt', 'ja'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** The language of the sentences for a person with this locale, such as `pt-BR`; English if it is another one. */
export function languageOf(locale: string | null): MailLanguage {
  const language = locale?.split('-')[0]?.toLowerCase();
  return mailLanguages.find((known) => known === language) ?? 'en';
}

/**
 * The locale of dates and amounts: that of the person if the sentences are in its language. Otherwise an English sentence
 * would contain, for example, a Finnish date. The region of such a person still decides the order of day and month.
 */
export function formatLocaleOf(locale: string | null): string {
  const language = languageOf(locale);
  if (locale === null) return language;
  try {
    const parsed = new Intl.Locale(locale);
    return parsed.region ? `${language}-${parsed.region}` : language;
  } catch {
    return language;
  }
}
