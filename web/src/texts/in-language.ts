import type { Catalogue } from './catalogue.ts';
import { language } from './language.ts';

let translation: Catalogue | 'loading' | 'failed' = 'loading';

/** Loads the texts of another language than English, before anything is rendered. The English ones are part of the pages. */
export async function loadTranslation(): Promise<void> {
  if (language === 'en') return;
  translation = await import('./de/index.ts').then(
    ({ german }) => german,
    // English texts are better than no page.
    () => 'failed' as const,
  );
}

/**
 * The texts of an area in the language of this page. Read them when something is rendered or done: while the modules of the first
 * page are evaluated, the translation is not loaded yet.
 */
export function inLanguage<Area extends keyof Catalogue>(
  area: Area,
  english: Catalogue[Area],
): Catalogue[Area] {
  if (language === 'en') return english;
  return new Proxy(english, {
    get(_, key) {
      if (translation === 'loading') throw new Error(`The texts of "${area}" were read too early.`);
      return Reflect.get(translation === 'failed' ? english : translation[area], key);
    },
  });
}
