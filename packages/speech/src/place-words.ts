import type { SpokenWord } from './speech.ts';

/** Finds the words of a segment in its text, in order. A word that is not in the text is left out. */
export function placeWords(
  text: string,
  words: readonly Omit<SpokenWord, 'start_character'>[],
): SpokenWord[] {
  const placed: SpokenWord[] = [];
  let codeUnits = 0;
  let characters = 0;
  for (const { text: given, start_seconds, end_seconds } of words) {
    const word = given.trim();
    const at = word === '' ? -1 : text.indexOf(word, codeUnits);
    if (at < 0) continue;
    characters += Array.from(text.slice(codeUnits, at)).length;
    placed.push({
      text: word,
      start_seconds: round(start_seconds),
      end_seconds: round(Math.max(start_seconds, end_seconds)),
      start_character: characters,
    });
    characters += Array.from(word).length;
    codeUnits = at + word.length;
  }
  return placed;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
