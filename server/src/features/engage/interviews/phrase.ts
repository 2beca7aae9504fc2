import { createPhraseFinder, createReader } from '../../../platform/ai/text-analysis/index.ts';
import type { Language } from './cues.ts';

const charactersMax = 60;
/** Texts about the moderator itself, and addresses, are not quoted back. */
const unsuitable =
  /https?:|www\.|@|[<>{}[\]|\\`]|\b(ignor\w*|instruct\w*|instruc\w*|anweisung\w*|prompt\w*|system|assistant|reveal|disregard|override|role ?play|chatgpt|fuck\w*|shit\w*)\b/i;

/** A few words of the answer that the next question can quote, exactly as they were written; undefined if none suit. */
export function quotablePhrase(answer: string, language: Language): string | undefined {
  if (unsuitable.test(answer) || answer.length > 4_000 || !createReader(language).hasStopWords)
    return undefined;
  const candidates = createPhraseFinder(language)(answer)
    .filter(
      ({ text }) => text.length <= charactersMax && text.trim().includes(' ') && !/[\n"“”«»„]/.test(text),
    )
    // People say what matters to them late in an answer.
    .map((phrase, i) => ({ ...phrase, rank: phrase.form + i / 1_000 }))
    .sort((a, b) => b.rank - a.rank);
  return candidates[0]?.text;
}
