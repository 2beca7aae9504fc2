import { detectLanguage } from '../../../../platform/ai/text-analysis/index.ts';
import { type Language, languages } from '../plan/cues.ts';

const isKnown = (language: string | null | undefined): language is Language =>
  languages.includes(language as Language);

/** The language of a text, if the moderator speaks it. Japanese is recognised by its script. */
export function languageOf(text: string): Language | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  const found = detectLanguage(text);
  return isKnown(found) ? found : undefined;
}

/** The language of the questions. */
export function languageOfTest(questionTexts: string[], locale: string | null): Language {
  const base = locale?.split('-')[0]?.toLowerCase();
  return languageOf(questionTexts.join('\n')) ?? (isKnown(base) ? base : 'en');
}

/**
 * The language of the moderator's own words until the participant has answered: the first of these locales that the
 * moderator speaks, else that of the questions.
 */
export function languageOfStart(locales: (string | null | undefined)[], questionTexts: string[]): Language {
  const bases = locales.map((locale) => locale?.split(/[-_]/)[0]?.toLowerCase());
  return bases.find(isKnown) ?? languageOfTest(questionTexts, null);
}

/** The locales of the header `Accept-Language`, the preferred first. */
export const acceptedLocales = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [locale = '', weight] = part.trim().split(/;\s*q=/);
      return { locale: locale.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale);

/** The language of the newest answer that is long enough to tell; else that of the test. */
export function languageOfAnswers(answers: string[], otherwise: Language): Language {
  for (const answer of answers.toReversed()) {
    const language = languageOf(answer);
    if (language) return language;
  }
  return otherwise;
}
