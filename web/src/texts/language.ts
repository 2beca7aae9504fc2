/** The languages of the application. English is complete by definition; the type of each other catalogue is that of the English one. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const storageKey = 'parley-language';

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages;

/**
 * What the person chose in this browser. The languages of the browser do not decide before every page is translated: a choice is
 * better than a page in two languages that nobody asked for.
 */
export function chosenLanguage(): Language {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLanguage(stored) ? stored : 'en';
  } catch {
    // A browser may refuse storage altogether.
    return 'en';
  }
}

/** Loads the page again, because texts are chosen once, when the modules of a page load. */
export function chooseLanguage(choice: Language): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Without storage the page stays in English.
  }
  location.reload();
}

/** The language of this page, until it loads again. */
export const language: Language = chosenLanguage();

if (typeof document !== 'undefined') document.documentElement.lang = language;
