/** @jsxImportSource preact */
import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Texts } from './en.ts';
import { chooseLanguage, directionOf, formatLocale, type Language, loadTexts } from './language.ts';

interface Localized {
  t: Texts;
  language: Language;
  /** For numbers and dates. */
  locale: string;
  choose(language: Language): void;
}

const LocalizedContext = createContext<Localized | null>(null);

export function useTexts(): Localized {
  const localized = useContext(LocalizedContext);
  if (!localized) throw new Error('useTexts needs TextsProvider');
  return localized;
}

const chosenKey = 'parley.language';

/** The language that the participant chose on an earlier page comes before those of the browser. */
function preferredLanguages(): string[] {
  try {
    const chosen = localStorage.getItem(chosenKey);
    return chosen ? [chosen, ...navigator.languages] : [...navigator.languages];
  } catch {
    return [...navigator.languages];
  }
}

export const currentLocale = (): string => {
  const preferred = preferredLanguages();
  return preferred[0] ?? 'en';
};

export function TextsProvider({ children }: { children: ComponentChildren }) {
  const [localized, setLocalized] = useState<{ t: Texts; language: Language }>();
  const load = useCallback(
    (language: Language) => void loadTexts(language).then((t) => setLocalized({ t, language })),
    [],
  );

  useEffect(() => load(chooseLanguage(preferredLanguages())), [load]);
  // This changes together with the texts: a screen reader must not read them with the old voice.
  useLayoutEffect(() => {
    if (!localized) return;
    document.documentElement.lang = localized.language;
    document.documentElement.dir = directionOf(localized.language);
  }, [localized]);

  if (!localized) return null;
  const choose = (language: Language) => {
    try {
      localStorage.setItem(chosenKey, language);
    } catch {
      // The choice then lasts until the page is closed.
    }
    load(language);
  };
  const locale = formatLocale(localized.language, navigator.languages);
  return (
    <LocalizedContext.Provider value={{ ...localized, locale, choose }}>{children}</LocalizedContext.Provider>
  );
}
