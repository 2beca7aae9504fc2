import { align } from './align.ts';
import { ambiguous, findPhrases } from './find-phrases.ts';
import { lengthOf, sliceOf, type Tokens, tokenise, Vocabulary } from './tokens.ts';

/** A passage of a transcript, in code points; `end_character` is the first one after it. */
export interface Place {
  segment_id: string;
  start_character: number;
  end_segment_id: string;
  end_character: number;
}

/** What points at words. A detached anchor has the place where its words were last. */
export interface Anchor {
  place: Place;
  quote: string;
  detached: boolean;
}

export interface TextSegment {
  id: string;
  text: string;
}

/** An anchor that lost more than half of its words has lost them. */
const survivingShare = 0.5;
/** Words inserted into a passage belong to it, unless they outweigh it by far. */
const growthMax = (tokens: number) => tokens * 4 + 20;
/** At an edge, between a sign such as a bracket and the first word, fewer words are an insertion: the sign may be another one. */
const edgeGrowthMax = 5;

/**
 * Where each anchor is after a change of the transcript; null for one whose words are gone. In this order an anchor
 * - follows its words where all of them are still together, with what was inserted between them and its signs,
 * - goes to where its words occur now, if they occurred once before and occur once now,
 * - follows what is left of its words, if that is at least half of them,
 * - stays on the segments that it covered entirely, if they have kept their ids: then their words were corrected.
 * A detached anchor returns when its words are back at their place, or appear at one place that did not have them before.
 */
export function relocate(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  anchors: readonly Anchor[],
): (Place | null)[] {
  const change = findChange(before, after);
  const results: (Place | null)[] = [];
  const lost: number[] = [];
  const moved: number[] = [];
  for (const [n, { place, quote, detached }] of anchors.entries()) {
    if (detached || !change.oldIndex.has(place.segment_id)) {
      const returned = quoteAt(after, change.newIndex, place) === quote;
      results[n] = returned ? place : null;
      if (!returned) lost.push(n);
    } else {
      results[n] = place;
      if (change.touches(place)) moved.push(n);
    }
  }
  const follow = moved.length > 0 ? followWords(before, after, change, anchors, moved) : undefined;
  const left = new Map<number, Place | null>();
  for (const n of moved) {
    const { place, isTogether } = (follow as Follow)((anchors[n] as Anchor).place);
    if (isTogether) results[n] = place;
    else {
      left.set(n, place);
      lost.push(n);
    }
  }
  const found = findMoved(before, after, change, anchors, lost);
  for (const n of lost) {
    const { place, detached } = anchors[n] as Anchor;
    const stays = !detached && change.oldIndex.has(place.segment_id);
    results[n] = found.get(n) ?? left.get(n) ?? (stays ? stayOnSegments(before, after, change, place) : null);
  }
  return results;
}

/** The words at a place; undefined where there is no such place. Segments are joined by a space. */
export function quoteAt(
  segments: readonly TextSegment[],
  indexOf: ReadonlyMap<string, number>,
  { segment_id, start_character, end_segment_id, end_character }: Place,
): string | undefined {
  const [first, last] = [indexOf.get(segment_id), indexOf.get(end_segment_id)];
  if (first === undefined || last === undefined || last < first) return undefined;
  if (first === last)
    return sliceOf((segments[first] as TextSegment).text, start_character, end_character) || undefined;
  const parts = segments.slice(first, last + 1).map(({ text }) => text);
  parts[0] = sliceOf(parts[0] as string, start_character);
  parts[parts.length - 1] = sliceOf(parts.at(-1) as string, 0, end_character);
  return parts.join(' ');
}

export const indexById = (segments: readonly TextSegment[]): Map<string, number> =>
  new Map(segments.map(({ id }, i) => [id, i]));

type Change = ReturnType<typeof findChange>;

/** What is equal at both ends needs no comparison: most edits change one or two segments of thousands. */
function findChange(before: readonly TextSegment[], after: readonly TextSegment[]) {
  const isSame = (a: TextSegment, b: TextSegment) => a.id === b.id && a.text === b.text;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSame(before[head] as TextSegment, after[head] as TextSegment)) head++;
  let tail = 0;
  while (
    tail < most - head &&
    isSame(before.at(-1 - tail) as TextSegment, after.at(-1 - tail) as TextSegment)
  )
    tail++;
  const oldIndex = indexById(before);
  const span = ({ segment_id, end_segment_id }: Place): [number, number] => {
    const first = oldIndex.get(segment_id) ?? 0;
    return [first, Math.max(first, oldIndex.get(end_segment_id) ?? first)];
  };
  const touches = (place: Place) => {
    const [first, last] = span(place);
    return last >= head && first < before.length - tail;
  };
  return { head, tail, oldIndex, newIndex: indexById(after), span, touches };
}

type Follow = (place: Place) => { place: Place | null; isTogether: boolean };

function followWords(
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

function placeOf(
  after: readonly TextSegment[],
  now: Tokens,
  startToken: number,
  endToken: number,
  cut = { start: 0, end: 0 },
): Place {
  return {
    segment_id: (after[now.segments[startToken] as number] as TextSegment).id,
    start_character: (now.starts[startToken] as number) + cut.start,
    end_segment_id: (after[now.segments[endToken] as number] as TextSegment).id,
    end_character: (now.ends[endToken] as number) - cut.end,
  };
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

/** Words that were moved, or that came back: those that occur at exactly one place, and could be no others before. */
function findMoved(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  change: Change,
  anchors: readonly Anchor[],
  lost: readonly number[],
): Map<number, Place> {
  const found = new Map<number, Place>();
  const vocabulary = new Vocabulary();
  const phrases = lost.map(
    (n) => wordsOf(tokenise([{ text: (anchors[n] as Anchor).quote }], vocabulary)).numbers,
  );
  // What is not near the change is as it was: only words that touch it can have come or gone.
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
    const place = placeOf(after, now, at, at + (wanted[k] as number[]).length - 1);
    found.set(n, withPunctuation(after, change.newIndex, place, (anchors[n] as Anchor).quote));
  }
  return found;
}

/** Words are looked up without the punctuation around them; what the quote had is included where it is there. */
function withPunctuation(
  after: readonly TextSegment[],
  newIndex: ReadonlyMap<string, number>,
  place: Place,
  quote: string,
): Place {
  const textOf = (id: string) => (after[newIndex.get(id) as number] as TextSegment).text;
  const lead = /^[^\p{L}\p{N}\p{M}]*/u.exec(quote)?.[0] ?? '';
  const trail = /[^\p{L}\p{N}\p{M}]*$/u.exec(quote)?.[0] ?? '';
  const start = place.start_character - lengthOf(lead);
  const end = place.end_character + lengthOf(trail);
  const hasLead = start >= 0 && sliceOf(textOf(place.segment_id), start, place.start_character) === lead;
  const hasTrail = sliceOf(textOf(place.end_segment_id), place.end_character, end) === trail;
  return {
    ...place,
    start_character: hasLead ? start : place.start_character,
    end_character: hasTrail ? end : place.end_character,
  };
}

function nearChange(
  after: readonly TextSegment[],
  { head, tail }: Change,
  characters: number,
): [number, number] {
  let [from, to] = [head, after.length - tail];
  for (let room = characters; from > 0 && room > 0; ) room -= (after[--from] as TextSegment).text.length;
  for (let room = characters; to < after.length && room > 0; )
    room -= (after[to++] as TextSegment).text.length;
  return [from, to];
}

/** Punctuation does not count when words are looked up. */
function wordsOf({ numbers, segments, starts, ends }: Tokens): Tokens {
  const isWord = (_: number, i: number) => (numbers[i] as number) > 0;
  return {
    numbers: numbers.filter(isWord),
    segments: segments.filter(isWord),
    starts: starts.filter(isWord),
    ends: ends.filter(isWord),
  };
}

function stayOnSegments(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  change: Change,
  place: Place,
): Place | null {
  const [first, last] = change.span(place);
  const coversFirst = sliceOf((before[first] as TextSegment).text, 0, place.start_character).trim() === '';
  const coversLast = sliceOf((before[last] as TextSegment).text, place.end_character).trim() === '';
  const [newFirst, newLast] = [
    change.newIndex.get(place.segment_id),
    change.newIndex.get(place.end_segment_id),
  ];
  if (!coversFirst || !coversLast || newFirst === undefined || newLast === undefined || newLast < newFirst)
    return null;
  return {
    ...place,
    start_character: 0,
    end_character: lengthOf((after[newLast] as TextSegment).text),
  };
}
