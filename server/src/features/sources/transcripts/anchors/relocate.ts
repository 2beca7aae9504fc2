import { type Change, findChange } from './find-change.ts';
import { findMoved } from './find-moved.ts';
import { type Follow, followWords } from './follow-words.ts';
import { type Anchor, type Place, quoteAt, type TextSegment } from './place.ts';
import { lengthOf, sliceOf } from './tokens.ts';

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
