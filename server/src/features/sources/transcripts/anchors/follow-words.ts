import { align } from './align.ts';
import type { Change } from './find-change.ts';
import { type Anchor, type Place, placeOf, type TextSegment } from './place.ts';
import { type Tokens, tokenise, Vocabulary } from './tokens.ts';

/** An anchor that lost more than half of its words has lost them. */
const survivingShare = 0.5;
/** Words inserted into a passage belong to it, unless they outweigh it by far. */
const growthMax = (tokens: number) => tokens * 4 + 20;
/** At an edge, between a sign such as a bracket and the first word, fewer words are an insertion: the sign may be another one. */
const edgeGrowthMax = 5;

export type Follow = (place: Place) => { place: Place | null; isTogether: boolean };

export function followWords(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  change: Change,
  anchors: readonly Anchor[],
  moved: readonly number[],
): Follow {
  // The compared part is widened to the anchors that reach beyond the change; there both texts are equal.
  let [from, to] = [change.head, before.length - change.tail];
  for (const n of moved) {
    const [first, last] = change.span((anchors[n] as Anchor).place);
    from = Math.min(from, first);
    to = Math.max(to, last + 1);
  }
  const vocabulary = new Vocabulary();
  const old = tokenise(before, vocabulary, from, to);
  const now = tokenise(after, vocabulary, from, after.length - (before.length - to));
  const places = align(old.numbers, now.numbers);
  const isKept = new Uint8Array(now.numbers.length);
  for (const place of places) if (place >= 0) isKept[place] = 1;
  return (place) => {
    const [first, last] = change.span(place);
    const start = tokenFrom(old, first, place.start_character);
    const end = tokenUntil(old, last, place.end_character);
    const kept = keptWords(old, places, start, end);
    const none = { place: null, isTogether: false };
    if (!kept || kept.newEnd - kept.newStart > growthMax(end - start)) return none;
    const isExact = kept.count === end - start && kept.newEnd - kept.newStart === kept.count;
    if (!isExact && kept.share < survivingShare) return none;
    const edges = isExact ? kept : includeReplaced(old, now, places, { start, end }, kept);
    const cut = {
      start:
        Math.max(0, place.start_character - (old.starts[start] as number)) * Number(kept.first === start),
      end: Math.max(0, (old.ends[end - 1] as number) - place.end_character) * Number(kept.last === end - 1),
    };
    // An anchor on whole segments still covers them when words were added there.
    const isWhole =
      (start === 0 || old.segments[start - 1] !== first) &&
      (end === old.numbers.length || old.segments[end] !== last) &&
      cut.start === 0 &&
      cut.end === 0;
    const [startToken, endToken] = isWhole
      ? [
          widen(before, after, now, isKept, first, edges.newStart, -1),
          widen(before, after, now, isKept, last, edges.newEnd - 1, 1),
        ]
      : [edges.newStart, edges.newEnd - 1];
    return {
      place: placeOf(after, now, startToken, endToken, cut),
      isTogether: isExact || (kept.count === end - start && areWordsTogether(old, places, start, end)),
    };
  };
}

/** All tokens are left, the words in one piece, and at most a few others between them and the signs at the edges. */
function areWordsTogether(old: Tokens, places: Int32Array, start: number, end: number): boolean {
  const words: number[] = [];
  for (let i = start; i < end; i++) if ((old.numbers[i] as number) > 0) words.push(i);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return false;
  const at = (i: number) => places[i] as number;
  const inserted = (from: number, to: number) => at(to) - at(from) - (to - from);
  return (
    inserted(first, last) === 0 &&
    inserted(start, first) <= edgeGrowthMax &&
    inserted(last, end - 1) <= edgeGrowthMax
  );
}

interface Kept {
  /** How many tokens are left, and which share of the words. */
  count: number;
  share: number;
  first: number;
  last: number;
  newStart: number;
  newEnd: number;
}

function keptWords(old: Tokens, places: Int32Array, start: number, end: number): Kept | undefined {
  let [count, words, keptWordCount, first, last] = [0, 0, 0, -1, -1];
  for (let i = start; i < end; i++) {
    const isWord = (old.numbers[i] as number) > 0;
    if (isWord) words++;
    if ((places[i] as number) < 0) continue;
    if (isWord) keptWordCount++;
    count++;
    if (first < 0) first = i;
    last = i;
  }
  if (count === 0) return undefined;
  const share = words > 0 ? keptWordCount / words : count / (end - start);
  return {
    count,
    share,
    first,
    last,
    newStart: places[first] as number,
    newEnd: (places[last] as number) + 1,
  };
}

/** Words at an edge that were replaced by others: the replacement belongs to the passage, within the same segment. */
function includeReplaced(
  old: Tokens,
  now: Tokens,
  places: Int32Array,
  { start, end }: { start: number; end: number },
  kept: Kept,
): { newStart: number; newEnd: number } {
  let { newStart, newEnd } = kept;
  if (kept.first > start) {
    const limit = start === 0 ? 0 : (places[start - 1] as number) + 1;
    const isWhole = start === 0 || (places[start - 1] as number) >= 0;
    while (isWhole && newStart > limit && now.segments[newStart - 1] === now.segments[kept.newStart])
      newStart--;
  }
  if (kept.last < end - 1) {
    const isWhole = end === old.numbers.length || (places[end] as number) >= 0;
    const limit = end === old.numbers.length ? now.numbers.length : (places[end] as number);
    while (isWhole && newEnd < limit && now.segments[newEnd] === now.segments[kept.newEnd - 1]) newEnd++;
  }
  return { newStart, newEnd };
}

function widen(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  now: Tokens,
  isKept: Uint8Array,
  oldSegment: number,
  token: number,
  direction: 1 | -1,
): number {
  const segment = now.segments[token] as number;
  if ((before[oldSegment] as TextSegment).id !== (after[segment] as TextSegment).id) return token;
  let edge = token;
  while (now.segments[edge + direction] === segment && !isKept[edge + direction]) edge += direction;
  return now.segments[edge + direction] === segment ? token : edge;
}

/** The first token of the passage, and the one after its last: a token that is cut in half belongs to it. */
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
