import { useMemo } from 'react';
import type { Tagging } from '../../data/taggings.ts';
import { type Highlight, type Span, spansBySegment } from './model/highlights.ts';
import type { SegmentList } from './model/selection.ts';

/** The highlights of each segment. */
export function useHighlights(list: SegmentList, taggings: readonly Tagging[]): Map<string, Span[]> {
  const highlights = useMemo(() => taggings.filter(isShown).map(toHighlight), [taggings]);
  return useMemo(() => spansBySegment(list, highlights), [list, highlights]);
}

/** Only passages are shown in the text. A tag of the whole file, or one whose words are gone, is not. */
const isShown = ({ target_type, detached, status }: Tagging) =>
  target_type === 'segment' && !detached && status !== 'rejected';

const toHighlight = (tagging: Tagging): Highlight => ({
  id: tagging.id,
  tagId: tagging.tag_id,
  suggested: tagging.status === 'suggested',
  segmentId: tagging.target_id,
  startCharacter: tagging.start_character,
  endSegmentId: tagging.end_segment_id,
  endCharacter: tagging.end_character,
});
