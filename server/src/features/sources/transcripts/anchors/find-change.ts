import { indexById, type Place, type TextSegment } from './place.ts';

export type Change = ReturnType<typeof findChange>;

/** What is equal at both ends needs no comparison: most edits change one or two segments of thousands. */
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
