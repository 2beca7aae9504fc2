import { align } from './align.ts';
import { cutWords } from './cut-words.ts';
import type { Change } from './find-change.ts';
import { type Anchor, rangeOfTokens, type TextRange, type TextSegment } from './text-range.ts';
import { type Tokens, tokenise, Vocabulary } from './tokens.ts';

/** An anchor is detached if fewer than half of its words remain. */
const survivingShare = 0.5;
/** Words inserted into a passage belong to it, up to this many tokens. */
const growthMax = (tokens: number) => tokens * 4 + 20;
/** Fewer words may be inserted between punctuation at the edge and the first word: it may be other punctuation. */
const edgeGrowthMax = 5;

export type Follow = (range: TextRange) => { range: TextRange | null; isTogether: boolean };

export function followWords(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  change: Change,
  anchors: readonly Anchor[],
  moved: readonly number[],
): Follow {
  // The compared range is extended to anchors that reach beyond the change. There both texts are equal.
  let [from, to] = [change.head, before.length - change.tail];
  for (const n of moved) {
    const [first, last] = change.span((anchors[n] as Anchor).range);
    from = Math.min(from, first);
    to = Math.max(to, last + 1);
  }
  const vocabulary = new Vocabulary();
  const oldTokens = tokenise(before, vocabulary, from, to);
  const newTokens = tokenise(after, vocabulary, from, after.length - (before.length - to));
  const { old, now, positions } = cutWords(
    { old: oldTokens, now: newTokens, positions: align(oldTokens.numbers, newTokens.numbers) },
    vocabulary,
  );
  const isMatched = new Uint8Array(now.numbers.length);
  for (const position of positions) if (position >= 0) isMatched[position] = 1;
  return (range) => {
    const [first, last] = change.span(range);
    const start = tokenFrom(old, first, range.start_character);
    const end = tokenUntil(old, last, range.end_character);
    const match = matchWords(old, positions, start, end);
    const none = { range: null, isTogether: false };
    if (!match || match.newEnd - match.newStart > growthMax(end - start)) return none;
    const isExact = match.count === end - start && match.newEnd - match.newStart === match.count;
    if (!isExact && match.share < survivingShare) return none;
    const edges = isExact ? match : includeReplaced(old, now, positions, { start, end }, match);
    const cut = {
      start:
        Math.max(0, range.start_character - (old.starts[start] as number)) * Number(match.first === start),
      end: Math.max(0, (old.ends[end - 1] as number) - range.end_character) * Number(match.last === end - 1),
    };
    // An anchor on whole segments still covers them after words were added.
    const isWhole =
      (start === 0 || old.segments[start - 1] !== first) &&
      (end === old.numbers.length || old.segments[end] !== last) &&
      cut.start === 0 &&
      cut.end === 0;
    const [startToken, endToken] = isWhole
      ? [
          widen(before, after, now, isMatched, first, edges.newStart, -1),
          widen(before, after, now, isMatched, last, edges.newEnd - 1, 1),
        ]
      : [edges.newStart, edges.newEnd - 1];
    return {
      range: rangeOfTokens(after, now, startToken, endToken, cut),
      isTogether: isExact || (match.count === end - start && areWordsTogether(old, positions, start, end)),
    };
  };
}

/** Whether the words are still contiguous, with at most a few tokens between them and the punctuation at the edges. */
function areWordsTogether(old: Tokens, positions: Int32Array, start: number, end: number): boolean {
  const words: number[] = [];
  for (let i = start; i < end; i++) if ((old.numbers[i] as number) > 0) words.push(i);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return false;
  const at = (i: number) => positions[i] as number;
  const inserted = (from: number, to: number) => at(to) - at(from) - (to - from);
  return (
    inserted(first, last) === 0 &&
    inserted(start, first) <= edgeGrowthMax &&
    inserted(last, end - 1) <= edgeGrowthMax
  );
}

interface Match {
  /** Number of tokens that remain, and share of the words that remain. */
  count: number;
  share: number;
  first: number;
  last: number;
  newStart: number;
  newEnd: number;
}

function matchWords(old: Tokens, positions: Int32Array, start: number, end: number): Match | undefined {
  let [count, words, matchedWordCount, first, last] = [0, 0, 0, -1, -1];
  for (let i = start; i < end; i++) {
    const isWord = (old.numbers[i] as number) > 0;
    if (isWord) words++;
    if ((positions[i] as number) < 0) continue;
    if (isWord) matchedWordCount++;
    count++;
    if (first < 0) first = i;
    last = i;
  }
  if (count === 0) return undefined;
  const share = words > 0 ? matchedWordCount / words : count / (end - start);
  return {
    count,
    share,
    first,
    last,
    newStart: positions[first] as number,
    newEnd: (positions[last] as number) + 1,
  };
}

/** If words at an edge were replaced, the replacement belongs to the passage, within the same segment. */
function includeReplaced(
  old: Tokens,
  now: Tokens,
  positions: Int32Array,
  { start, end }: { start: number; end: number },
  match: Match,
): { newStart: number; newEnd: number } {
  let { newStart, newEnd } = match;
  if (match.first > start) {
    const limit = start === 0 ? 0 : (positions[start - 1] as number) + 1;
    const isWhole = start === 0 || (positions[start - 1] as number) >= 0;
    while (isWhole && newStart > limit && now.segments[newStart - 1] === now.segments[match.newStart])
      newStart--;
  }
  if (match.last < end - 1) {
    const isWhole = end === old.numbers.length || (positions[end] as number) >= 0;
    const limit = end === old.numbers.length ? now.numbers.length : (positions[end] as number);
    while (isWhole && newEnd < limit && now.segments[newEnd] === now.segments[match.newEnd - 1]) newEnd++;
  }
  return { newStart, newEnd };
}

function widen(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  now: Tokens,
  isMatched: Uint8Array,
  oldSegment: number,
  token: number,
  direction: 1 | -1,
): number {
  const segment = now.segments[token] as number;
  if ((before[oldSegment] as TextSegment).id !== (after[segment] as TextSegment).id) return token;
  let edge = token;
  while (now.segments[edge + direction] === segment && !isMatched[edge + direction]) edge += direction;
  return now.segments[edge + direction] === segment ? token : edge;
}

/** The first token of the passage, and (below) the token after its last. A partly covered token belongs to the passage. */
function tokenFrom(tokens: Tokens, segment: number, character: number): number {
  let [low, high] = [0, tokens.numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = tokens.segments[middle] as number;
    if (at < segment || (at === segment && (tokens.ends[middle] as number) <= character)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tokenUntil(tokens: Tokens, segment: number, character: number): number {
  let [low, high] = [0, tokens.numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = tokens.segments[middle] as number;
    if (at < segment || (at === segment && (tokens.starts[middle] as number) < character)) low = middle + 1;
    else high = middle;
  }
  return low;
}
