import type { Tagging } from '../../../data/taggings.ts';
import type { Segment } from '../../../data/transcript.ts';
import { segmentAt } from './word-times.ts';

/** The segment in which the words of a tagging begin. A passage that was tagged by its quote in the whole file names its time. */
export function segmentOfTagging(
  { target_type, target_id, start_seconds, end_segment_id }: Tagging,
  segments: readonly Segment[],
): string | undefined {
  if (target_type === 'segment') return target_id;
  if (start_seconds !== null) return segments[segmentAt(segments, start_seconds)]?.id;
  return end_segment_id ?? undefined;
}
