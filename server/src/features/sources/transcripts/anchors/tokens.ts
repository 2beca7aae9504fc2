/** Converts words and punctuation to numbers, so that two versions of a transcript can be compared quickly. */

/** Shared by both versions. Words get positive numbers, punctuation and other signs negative ones. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>();
  private readonly tokens: string[] = [];

  numberOf(token: string): number {
    const key = foldCase(token);
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = (startsLikeWord.test(key) ? 1 : -1) * (this.numbers.size + 1);
      this.numbers.set(key, number);
      this.tokens.push(key);
    }
    return number;
  }

  /** Its token, with folded case. */
  tokenOf(number: number): string {
    return this.tokens[Math.abs(number) - 1] as string;
  }
}

/**
 * Lower case, such that each character has one form wherever it is: toLowerCase makes two characters of İ, and ς of Σ only at
 * the end of a word.
 */
export const foldCase = (token: string): string =>
  isAscii.test(token)
    ? token.toLowerCase()
    : token.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ').replaceAll('’', "'");

/** Stored as columns, because a transcript may have a million tokens. Offsets are code points within the segment. */
export interface Tokens {
  numbers: number[];
  segments: number[];
  starts: number[];
  ends: number[];
}

// In scripts without spaces between words, each character is a token.
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const letter = `[[\\p{L}\\p{N}\\p{M}]--${unspaced}]`;
const tokenPattern = new RegExp(`${unspaced}|${letter}+(?:['’]${letter}+)*|\\S`, 'gv');
const startsLikeWord = /^[\p{L}\p{N}\p{M}]/u;
const isAscii = /^[ -~]*$/;
const astral = /[\ud800-\udfff]/;

export function tokenise(
  segments: readonly { text: string }[],
  vocabulary: Vocabulary,
  from = 0,
  to = segments.length,
): Tokens {
  const tokens: Tokens = { numbers: [], segments: [], starts: [], ends: [] };
  for (let i = from; i < to; i++) {
    const { text } = segments[i] as { text: string };
    const isAstral = astral.test(text);
    let units = 0;
    let points = 0;
    for (const { 0: token, index } of text.matchAll(tokenPattern)) {
      points += isAstral ? lengthOf(text.slice(units, index)) : index - units;
      const length = isAstral ? lengthOf(token) : token.length;
      tokens.numbers.push(vocabulary.numberOf(token));
      tokens.segments.push(i);
      tokens.starts.push(points);
      points += length;
      tokens.ends.push(points);
      units = index + token.length;
    }
  }
  return tokens;
}

/** In code points, like all offsets of the API. */
export function lengthOf(text: string): number {
  if (!astral.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

export const sliceOf = (text: string, start: number, end?: number): string =>
  astral.test(text) ? Array.from(text).slice(start, end).join('') : text.slice(start, end);
