import { indexById, type TextRange, type TextSegment } from './text-range.ts';

export type Change = ReturnType<typeof findChange>;

/** Finds the equal segments at both ends, which need no comparison: most edits change one or two of thousands. */
export function findChange(before: readonly TextSegment[], after: readonly TextSegment[]) {
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
  const span = ({ segment_id, end_segment_id }: TextRange): [number, number] => {
    const first = oldIndex.get(segment_id) ?? 0;
    return [first, Math.max(first, oldIndex.get(end_segment_id) ?? first)];
  };
  const touches = (range: TextRange) => {
    const [first, last] = span(range);
    return last >= head && first < before.length - tail;
  };
  return { head, tail, oldIndex, newIndex: indexById(after), span, touches };
}
