import type { TextRange, TextSegment } from './text-range.ts';
import { lengthOf, type Tokens, tokenise, Vocabulary } from './tokens.ts';

/**
 * Finds the first occurrence of the quote in these segments, word for word, ignoring case, spacing and punctuation. With
 * `within`, it must begin in that range of segments. Linear in both texts (Knuth–Morris–Pratt).
 */
export function locate(
  segments: readonly TextSegment[],
  quote: string,
  within: { from: number; to: number } = { from: 0, to: segments.length },
): TextRange | undefined {
  const vocabulary = new Vocabulary();
  const wanted = tokenise([{ text: quote }], vocabulary);
  const hasWords = wanted.numbers.some((number) => number > 0);
  const counts = (number: number) => !hasWords || number > 0;
  const phrase = wanted.numbers.filter(counts);
  if (phrase.length === 0) return undefined;
  const text = tokenise(segments, vocabulary, within.from);
  const counted = text.numbers.flatMap((number, i) => (counts(number) ? [i] : []));
  const fails = failuresOf(phrase);
  let matched = 0;
  for (const [n, i] of counted.entries()) {
    while (matched > 0 && phrase[matched] !== text.numbers[i]) matched = fails[matched - 1] as number;
    if (phrase[matched] === text.numbers[i]) matched++;
    if (matched < phrase.length) continue;
    const start = counted[n - phrase.length + 1] as number;
    if ((text.segments[start] as number) >= within.to) return undefined;
    return rangeBetween(segments, text, start, i, quote);
  }
  return undefined;
}

function failuresOf(phrase: readonly number[]): Int32Array {
  const fails = new Int32Array(phrase.length);
  for (let i = 1, matched = 0; i < phrase.length; i++) {
    while (matched > 0 && phrase[matched] !== phrase[i]) matched = fails[matched - 1] as number;
    if (phrase[matched] === phrase[i]) matched++;
    fails[i] = matched;
  }
  return fails;
}

/** Includes the punctuation after the last word if the quote ends with punctuation. */
function rangeBetween(
  segments: readonly TextSegment[],
  text: Tokens,
  start: number,
  last: number,
  quote: string,
): TextRange {
  let end = last;
  const endsWithSign = /[^\p{L}\p{N}\p{M}\s]\s*$/u.test(quote);
  while (endsWithSign && (text.numbers[end + 1] ?? 1) < 0 && isTouching(text, end)) end++;
  return {
    segment_id: (segments[text.segments[start] as number] as TextSegment).id,
    start_character: text.starts[start] as number,
    end_segment_id: (segments[text.segments[end] as number] as TextSegment).id,
    end_character: text.ends[end] as number,
  };
}

const isTouching = ({ segments, starts, ends }: Tokens, i: number) =>
  segments[i + 1] === segments[i] && starts[i + 1] === ends[i];

/** The range from the start of `first` to the end of `last`. */
export const rangeOfSegments = (first: TextSegment, last: TextSegment = first): TextRange => ({
  segment_id: first.id,
  start_character: 0,
  end_segment_id: last.id,
  end_character: lengthOf(last.text),
});
