/** Scripts without spaces between words: there are no word boundaries to check. */
export const unspacedScripts =
  '\\p{sc=Han}|\\p{sc=Hiragana}|\\p{sc=Katakana}|\\p{sc=Thai}|\\p{sc=Lao}|\\p{sc=Khmer}|\\p{sc=Myanmar}';

/** A word of a spaced script, or one character of an unspaced one. */
const token = new RegExp(`(?:(?!${unspacedScripts})[\\p{L}\\p{N}\\p{M}])+|(?:${unspacedScripts})`, 'gu');

export interface TextIndex {
  /**
   * Offsets of the words in [from, to), ascending. Complete only for matches that begin and end at word boundaries; the
   * caller checks that.
   */
  findOffsets(words: string, from: number, to: number): Generator<number>;
}

/**
 * Finds words in a long text by the offsets of their rarest token: the cost depends on how often that token occurs, not on
 * the length of the text.
 */
export function createTextIndex(text: string): TextIndex {
  const offsets = new Map<string, number[]>();
  for (const { 0: word, index } of text.matchAll(token)) {
    const known = offsets.get(word);
    if (known) known.push(index);
    else offsets.set(word, [index]);
  }

  function rarest(words: string): { at: number[]; offset: number } | undefined {
    let best: { at: number[]; offset: number } | undefined;
    for (const { 0: word, index } of words.matchAll(token)) {
      const at = offsets.get(word) ?? [];
      if (!best || at.length < best.at.length) best = { at, offset: index };
      if (at.length === 0) break;
    }
    return best;
  }

  return {
    *findOffsets(words, from, to) {
      const last = to - words.length;
      const found = rarest(words);
      if (!found) {
        for (let at = text.indexOf(words, from); at >= 0 && at <= last; at = text.indexOf(words, at + 1))
          yield at;
        return;
      }
      const { at, offset } = found;
      for (let i = firstNotBelow(at, from + offset); i < at.length; i++) {
        const start = (at[i] as number) - offset;
        if (start > last) return;
        if (text.startsWith(words, start)) yield start;
      }
    },
  };
}

/** Binary search: the index of the first number that is at least `least`, in an ascending list. */
export function firstNotBelow(numbers: number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
