/** A word and when it was spoken; `start_character` counts code points of the segment's text. */
export interface SpokenWord {
  text: string;
  start_seconds: number;
  end_seconds: number;
  start_character: number;
}

/** Finds the words of a segment in its text, in their order; a word that is not there is left out. */
export function placeWords(
  text: string,
  words: readonly Omit<SpokenWord, 'start_character'>[],
): SpokenWord[] {
  const placed: SpokenWord[] = [];
  let units = 0;
  let characters = 0;
  for (const { text: given, start_seconds, end_seconds } of words) {
    const word = given.trim();
    const at = word === '' ? -1 : text.indexOf(word, units);
    if (at < 0) continue;
    characters += Array.from(text.slice(units, at)).length;
    placed.push({
      text: word,
      start_seconds: round(start_seconds),
      end_seconds: round(Math.max(start_seconds, end_seconds)),
      start_character: characters,
    });
    characters += Array.from(word).length;
    units = at + word.length;
  }
  return placed;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
