import { detectLanguage } from '../../../platform/ai/text-analysis/index.ts';

/** Shorter texts have too few common words to recognize their language. */
const detectableWords = 20;
/** Most of a text is in one language, so its recognition does not need the whole text. */
const sampleCharacters = 50_000;

/** The word list and the vectors are English. */
export function isEnglish(language: string | null, texts: string[]): boolean {
  if (language !== null) return /^en(-|$)/i.test(language);
  const sample = texts.join(' ').slice(0, sampleCharacters);
  const detected = detectLanguage(sample);
  if (detected !== null) return detected === 'en';
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return (sample.match(/\S+/g)?.length ?? 0) < detectableWords && letters > 0 && latin === letters;
}

/** Segments with fewer words or letters are too short to recognize their language. */
const segmentWords = 5;
const segmentLetters = 5;

/** Whether a segment of an English transcript is clearly in another language. Segments that are too short are not. */
export function isAnotherLanguage(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters >= segmentLetters && latin * 2 < letters) return true;
  if ((text.match(/\S+/g)?.length ?? 0) < segmentWords) return false;
  const detected = detectLanguage(text);
  return detected !== null && detected !== 'en';
}
