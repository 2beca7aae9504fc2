import type { Language } from '../plan/cues.ts';
import { languageOf } from './language.ts';

const wordsMax = 60;
const charactersMax = 500;
/** So many words of the instructions in a row are no coincidence. */
const repeatedWordsMin = 8;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Addresses, markup, code, placeholders, and sentences in which a model speaks about itself or its task. */
const forbidden =
  /https?:|www\.|(?<![\w-])[\w-]+\.(com|org|net|io|app|dev)\b|[<>{}`|\\]|\[[^[\]]*\]|^[^\S\r\n\u2028\u2029]*[#*-]\s|\b(as an ai|language model|system prompt|my instructions|chatgpt|openai|anthropic)\b/im;

export interface MessageRules {
  language: Language;
  instructions: string;
  /** 0 for a sentence of thanks, 1 for a question. */
  questionsMax: 0 | 1;
}

/** Why a message of the model cannot be shown; undefined if it can. */
export function faultOf(message: string, { language, instructions, questionsMax }: MessageRules) {
  const words = wordsOf(message);
  if (words.length === 0) return 'empty';
  if (words.length > wordsMax || message.length > charactersMax) return 'too_long';
  if ((message.match(/[?？]/g)?.length ?? 0) > questionsMax) return 'too_many_questions';
  if (forbidden.test(message)) return 'forbidden_content';
  const other = languageOf(message);
  if (other !== undefined && other !== language) return 'other_language';
  return repeats(words, wordsOf(instructions)) ? 'repeats_instructions' : undefined;
}

function repeats(words: string[], source: string[]): boolean {
  const runs = new Set(source.map((_, at) => source.slice(at, at + repeatedWordsMin).join(' ')));
  return words.some(
    (_, at) =>
      at + repeatedWordsMin <= words.length && runs.has(words.slice(at, at + repeatedWordsMin).join(' ')),
  );
}
