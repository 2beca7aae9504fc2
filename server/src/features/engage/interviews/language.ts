import { detectLanguage } from '../../../platform/ai/text-analysis/index.ts';
import { type Language, languages } from './cues.ts';

const isKnown = (language: string | null | undefined): language is Language =>
  languages.includes(language as Language);

/** The language of a text, if the moderator speaks it. Japanese is recognised by its script. */
export function languageOf(text: string): Language | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  const found = detectLanguage(text);
  return isKnown(found) ? found : undefined;
}

/** The language in which an interview starts: that of the questions, because they are asked as they are written. */
export function languageOfTest(questionTexts: string[], locale: string | null): Language {
  const base = locale?.split('-')[0]?.toLowerCase();
  return languageOf(questionTexts.join('\n')) ?? (isKnown(base) ? base : 'en');
}

/** The language of the newest answer that is long enough to tell; else that of the test. */
export function languageOfAnswers(answers: string[], otherwise: Language): Language {
  for (const answer of answers.toReversed()) {
    const language = languageOf(answer);
    if (language) return language;
  }
  return otherwise;
}
