import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Comment, fileCommentsQuery, isResolved, toThreads } from '../../data/comments.ts';
import type { Tagging } from '../../data/taggings.ts';
import type { Segment } from '../../data/transcript.ts';
import { useIdle } from '../../lib/use-idle.ts';
import { useTranscript } from './context.ts';
import { segmentOfTagging } from './model/segment-of-tagging.ts';
import { segmentAt } from './model/word-times.ts';

/** How many open comments are about each segment: about the segment, a time in it, or a highlight that begins in it. */
export function useCommentCounts(taggings: readonly Tagging[]): ReadonlyMap<string, number> {
  const { projectId, fileId, list } = useTranscript();
  const { data } = useQuery({ ...fileCommentsQuery(projectId, fileId), enabled: useIdle() });
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const thread of toThreads(data ?? [])) {
      if (isResolved(thread)) continue;
      const id = segmentOf(thread.comment, list.segments, taggings);
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }, [data, list.segments, taggings]);
}

type Place = Pick<Comment, 'target_type' | 'target_id' | 'anchor'>;

export function segmentOf(
  { target_type, target_id, anchor }: Place,
  segments: readonly Segment[],
  taggings: readonly Tagging[],
): string | undefined {
  if (target_type === 'tagging') {
    const tagging = taggings.find(({ id }) => id === target_id);
    return tagging && segmentOfTagging(tagging, segments);
  }
  if (target_type !== 'file') return undefined;
  if (anchor?.segment_id) return anchor.segment_id;
  return anchor?.start_seconds == null ? undefined : segments[segmentAt(segments, anchor.start_seconds)]?.id;
}
