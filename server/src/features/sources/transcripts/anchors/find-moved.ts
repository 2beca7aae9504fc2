import type { Change } from './find-change.ts';
import { ambiguous, findPhrases } from './find-phrases.ts';
import { type Anchor, rangeOfTokens, type TextRange, type TextSegment } from './text-range.ts';
import { lengthOf, sliceOf, type Tokens, tokenise, Vocabulary } from './tokens.ts';

/** Finds anchors whose words were moved or restored: the words must occur exactly once now, and be unambiguous before. */
export function findMoved(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  change: Change,
  anchors: readonly Anchor[],
  lost: readonly number[],
): Map<number, TextRange> {
  const found = new Map<number, TextRange>();
  const vocabulary = new Vocabulary();
  const phrases = lost.map(
    (n) => wordsOf(tokenise([{ text: (anchors[n] as Anchor).quote }], vocabulary)).numbers,
  );
  // Text far from the change is unchanged, so only words near the change can be new.
  const longest = lost.reduce((most, n) => Math.max(most, (anchors[n] as Anchor).quote.length), 0);
  const near = wordsOf(tokenise(after, vocabulary, ...nearChange(after, change, longest)));
  const isNear = findPhrases(near.numbers, phrases);
  const candidates = lost.flatMap((n, i) =>
    isNear[i] !== -1 || !(anchors[n] as Anchor).detached ? [i] : [],
  );
  if (candidates.length === 0) return found;
  const wanted = candidates.map((i) => phrases[i] as number[]);
  const inOld = findPhrases(wordsOf(tokenise(before, vocabulary)).numbers, wanted);
  const now = wordsOf(tokenise(after, vocabulary));
  const inNew = findPhrases(now.numbers, wanted);
  for (const [k, i] of candidates.entries()) {
    const n = lost[i] as number;
    const at = inNew[k] as number;
    const wasElsewhere = (anchors[n] as Anchor).detached ? inOld[k] !== -1 : inOld[k] === ambiguous;
    if (at < 0 || wasElsewhere) continue;
    const range = rangeOfTokens(after, now, at, at + (wanted[k] as number[]).length - 1);
    found.set(n, withPunctuation(after, change.newIndex, range, (anchors[n] as Anchor).quote));
  }
  return found;
}

/** Words are looked up without punctuation. This extends the range by the punctuation of the quote if it is present. */
function withPunctuation(
  after: readonly TextSegment[],
  newIndex: ReadonlyMap<string, number>,
  range: TextRange,
  quote: string,
): TextRange {
  const textOf = (id: string) => (after[newIndex.get(id) as number] as TextSegment).text;
  const lead = /^[^\p{L}\p{N}\p{M}]*/u.exec(quote)?.[0] ?? '';
  const trail = /(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]*$/u.exec(quote)?.[0] ?? '';
  const start = range.start_character - lengthOf(lead);
  const end = range.end_character + lengthOf(trail);
  const hasLead = start >= 0 && sliceOf(textOf(range.segment_id), start, range.start_character) === lead;
  const hasTrail = sliceOf(textOf(range.end_segment_id), range.end_character, end) === trail;
  return {
    ...range,
    start_character: hasLead ? start : range.start_character,
    end_character: hasTrail ? end : range.end_character,
  };
}

function nearChange(
  after: readonly TextSegment[],
  { head, tail }: Change,
  characters: number,
): [number, number] {
  let [from, to] = [head, after.length - tail];
  for (let remaining = characters; from > 0 && remaining > 0; )
    remaining -= (after[--from] as TextSegment).text.length;
  for (let remaining = characters; to < after.length && remaining > 0; )
    remaining -= (after[to++] as TextSegment).text.length;
  return [from, to];
}

/** Removes punctuation. */
function wordsOf({ numbers, segments, starts, ends }: Tokens): Tokens {
  const isWord = (_: number, i: number) => (numbers[i] as number) > 0;
  return {
    numbers: numbers.filter(isWord),
    segments: segments.filter(isWord),
    starts: starts.filter(isWord),
    ends: ends.filter(isWord),
  };
}
