import type { Change } from './find-change.ts';
import { ambiguous, findPhrases } from './find-phrases.ts';
import { type Anchor, type Place, placeOf, type TextSegment } from './place.ts';
import { lengthOf, sliceOf, type Tokens, tokenise, Vocabulary } from './tokens.ts';

/** Words that were moved, or that came back: those that occur at exactly one place, and could be no others before. */
export function findMoved(
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
