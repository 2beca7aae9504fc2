import { type Change, findChange } from './find-change.ts';
import { findMoved } from './find-moved.ts';
import { type Follow, followWords } from './follow-words.ts';
import { type Anchor, quoteAt, type TextRange, type TextSegment } from './text-range.ts';
import { lengthOf, sliceOf } from './tokens.ts';

/**
 * Returns the range of each anchor after a change of the transcript; null if its words were removed. The rules, in order:
 * 1. If all its words are still contiguous, the anchor moves with them, including words inserted next to its punctuation. Words
 *    that were only divided or joined are the same words.
 * 2. If its words occurred once before and occur once now, the anchor moves there.
 * 3. If at least half of its words remain, the anchor moves with them.
 * 4. If it covered whole segments and these still exist, it remains on them: their words were corrected.
 * A detached anchor is attached again when its words are back in their range, or appear once where they were not before.
 */
export function relocate(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  anchors: readonly Anchor[],
): (TextRange | null)[] {
  const change = findChange(before, after);
  const results: (TextRange | null)[] = [];
  const lost: number[] = [];
  const moved: number[] = [];
  for (const [n, { range, quote, detached }] of anchors.entries()) {
    if (detached || !change.oldIndex.has(range.segment_id)) {
      const words = quoteAt(after, change.newIndex, range);
      const returned = words !== undefined && withoutSpaces(words) === withoutSpaces(quote);
      results[n] = returned ? range : null;
      if (!returned) lost.push(n);
    } else {
      results[n] = range;
      if (change.touches(range)) moved.push(n);
    }
  }
  const follow = moved.length > 0 ? followWords(before, after, change, anchors, moved) : undefined;
  const partial = new Map<number, TextRange | null>();
  for (const n of moved) {
    const { range, isTogether } = (follow as Follow)((anchors[n] as Anchor).range);
    if (isTogether) results[n] = range;
    else {
      partial.set(n, range);
      lost.push(n);
    }
  }
  const found = findMoved(before, after, change, anchors, lost);
  for (const n of lost) {
    const { range, detached } = anchors[n] as Anchor;
    const stays = !detached && change.oldIndex.has(range.segment_id);
    results[n] =
      found.get(n) ?? partial.get(n) ?? (stays ? stayOnSegments(before, after, change, range) : null);
  }
  return results;
}

/** Earlier versions joined every two segments of a quote with a space. */
const withoutSpaces = (text: string) => text.replaceAll(/\s+/gu, '');

function stayOnSegments(
  before: readonly TextSegment[],
  after: readonly TextSegment[],
  change: Change,
  range: TextRange,
): TextRange | null {
  const [first, last] = change.span(range);
  const coversFirst = sliceOf((before[first] as TextSegment).text, 0, range.start_character).trim() === '';
  const coversLast = sliceOf((before[last] as TextSegment).text, range.end_character).trim() === '';
  const [newFirst, newLast] = [
    change.newIndex.get(range.segment_id),
    change.newIndex.get(range.end_segment_id),
  ];
  if (!coversFirst || !coversLast || newFirst === undefined || newLast === undefined || newLast < newFirst)
    return null;
  return {
    ...range,
    start_character: 0,
    end_character: lengthOf((after[newLast] as TextSegment).text),
  };
}
