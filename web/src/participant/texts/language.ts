import { en, type Texts } from './en.ts';

/** The languages of the pages' own texts, each by its own name. Every dictionary but English is loaded when needed. */
export const languages = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
} as const;
export type Language = keyof typeof languages;

const dictionaries: Record<Exclude<Language, 'en'>, () => Promise<Texts>> = {
  es: () => import('./es.ts').then(({ es }) => es),
  de: () => import('./de.ts').then(({ de }) => de),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
  pt: () => import('./pt.ts').then(({ pt }) => pt),
  ja: () => import('./ja.ts').then(({ ja }) => ja),
};

export const loadTexts = (language: Language): Promise<Texts> =>
  // English is part of the first script: the page has texts even if a dictionary can't be loaded.
  language === 'en' ? Promise.resolve(en) : dictionaries[language]().catch(() => en);

const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value);

/** The first preferred language that has a dictionary. `pt-BR` uses `pt`. */
export function chooseLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [primary = ''] = tag.toLowerCase().split('-');
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}

/** Languages whose usual script is written from right to left. */
const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

export const directionOf = (locale: string): 'ltr' | 'rtl' => {
  const [primary = ''] = locale.toLowerCase().split('-');
  return rightToLeft.has(primary) ? 'rtl' : 'ltr';
};

/**
 * How numbers and dates are written: the participant's own locale if it is of the same language (`de-AT`), else the
 * language itself.
 */
export const formatLocale = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
