import { createReader } from '../../../platform/ai/text-analysis/index.ts';
import type { Language } from './cues.ts';

const charactersMax = 90;
const words = { min: 3, max: 12 };
/** Texts about the moderator itself, insults and addresses are not quoted back. */
const unsuitable =
  /https?:|www\.|@|[<>{}[\]|\\`$"“”«»„「」]|\b(ignor\w*|instruct\w*|instruc\w*|anweisung\w*|prompt\w*|system|assistant|reveal|disregard|override|role ?play|chatgpt|fuck\w*|shit\w*)\b/i;

/** Where a sentence can be cut, so that each part can be understood alone. */
const joints: Record<Language, RegExp> = {
  en: /[,;:–—()]|\b(?:and|but|because|so that|although|while)\b/i,
  es: /[,;:–—()]|(?<!\p{L})(?:y|pero|porque|aunque|mientras)(?!\p{L})/iu,
  de: /[,;:–—()]|(?<!\p{L})(?:und|aber|weil|denn|obwohl)(?!\p{L})/iu,
  fr: /[,;:–—()]|(?<!\p{L})(?:et|mais|parce que|car|alors que)(?!\p{L})/iu,
  pt: /[,;:–—()]|(?<!\p{L})(?:e|mas|porque|embora|enquanto)(?!\p{L})/iu,
  ja: /[、。；：（）]/u,
};

/**
 * A part of the answer that the next question can quote, exactly as it was written: the one with the most words that carry
 * a topic. Undefined if none suits.
 */
export function quotablePart(answer: string, language: Language): string | undefined {
  if (unsuitable.test(answer) || answer.length > 4_000) return undefined;
  const reader = createReader(language);
  const parts = reader
    .sentences(answer)
    .flatMap(({ text }) => text.split(joints[language]))
    .map((part) => part.replace(/^[\s.,!?…。！？]+|[\s.,!?…。！？]+$/gu, ''))
    .filter((part) => part.length <= charactersMax && !part.includes('\n'))
    .map((part) => {
      const found = reader.words(part);
      return { part, count: found.length, topics: found.filter((word) => word !== null).length };
    })
    .filter(({ count, topics }) => count >= words.min && count <= words.max && topics > 0);
  // People say what matters to them late in an answer, so the last of equals is quoted.
  return parts.sort((a, b) => a.topics - b.topics).at(-1)?.part;
}
