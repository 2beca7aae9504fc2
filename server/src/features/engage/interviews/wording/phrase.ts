import { createReader } from '../../../../platform/ai/text-analysis/index.ts';
import type { Language } from '../plan/cues.ts';
import { instructs, isAbusive, isPersonal } from './quotable.ts';
import { type Tone, toneOf } from './tone.ts';

const charactersMax = 90;
/** Japanese is divided into shorter words. */
const words = { min: 3, max: 12, maxJapanese: 24 };
const answerMax = 4_000;

/** Where a sentence can be cut, so that each part can be understood alone. */
const joints: Record<Language, RegExp> = {
  en: /[,;:–—()]|\b(?:and|but|because|so that|although|while)\b/i,
  es: /[,;:–—()]|(?<!\p{L})(?:y|pero|porque|aunque|mientras)(?!\p{L})/iu,
  de: /[,;:–—()]|(?<!\p{L})(?:und|aber|weil|denn|obwohl)(?!\p{L})/iu,
  fr: /[,;:–—()]|(?<!\p{L})(?:et|mais|parce que|car|alors que)(?!\p{L})/iu,
  pt: /[,;:–—()]|(?<!\p{L})(?:e|mas|porque|embora|enquanto)(?!\p{L})/iu,
  ja: /[、。；：（）]/u,
};

/** A part of an answer, exactly as it was written, and what it expresses. */
export interface Phrase {
  text: string;
  tone: Tone;
}

/**
 * The part of the answer that the next question quotes: the one that carries it. Parts that express a difficulty, a wish
 * or praise say more than others, then those with more words that carry a topic. A short answer is quoted as a whole.
 * Undefined if no part suits.
 */
export function quotablePart(answer: string, language: Language): Phrase | undefined {
  if (answer.length > answerMax || instructs(answer)) return undefined;
  const reader = createReader(language);
  const wordsMax = language === 'ja' ? words.maxJapanese : words.max;
  const parts = reader
    .sentences(answer)
    .filter(({ text }) => !isPersonal(text))
    .flatMap(({ text }) => text.split(joints[language]))
    .map((part) => part.replace(/^[\s.,!?¡¿…。！？'’-]+|(?<![\s.,!?…。！？-])[\s.,!?…。！？-]+$/gu, ''))
    .filter((part) => part.length <= charactersMax && !part.includes('\n'))
    .map((text) => {
      const found = reader.words(text);
      const tone = toneOf(text, language);
      const topics = found.filter((word) => word !== null).length;
      return { text, tone, count: found.length, topics, weight: topics + (tone === 'plain' ? 0 : 2) };
    })
    .filter(({ text, count, topics }) => count <= wordsMax && topics > 0 && !isAbusive(text));
  const whole = parts.filter(({ count }) => count >= words.min);
  // A part of one or two words is understood alone only if the answer has nothing else.
  const candidates = whole.length > 0 || parts.length > 1 ? whole : parts;
  // People say what matters to them late in an answer, so the last of equals is quoted.
  const chosen = candidates.sort((a, b) => a.weight - b.weight).at(-1);
  return chosen && { text: chosen.text, tone: chosen.tone };
}
