import { useMemo } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { useTranscript } from './context.ts';
import type { RowEvents } from './segment-row.tsx';

interface RowEventsInput {
  seek(seconds: number, play: boolean): void;
  edit(index: number): void;
  openSpeaker(segmentId: string, button: HTMLElement): void;
  openHighlights(taggingIds: string[], label: HTMLElement): void;
}

/** What the buttons of a row do. The functions stay the same, so that a rendering of the list renders no row again. */
export function useRowEvents(input: RowEventsInput): RowEvents {
  const { transcript, list, hasRecording, onAction } = useTranscript();
  const isMedia = transcript.time_basis === 'media';
  const latest = useLatest({ ...input, segments: list.segments });
  return useMemo<RowEvents>(
    () => ({
      onTime(index) {
        const segment = latest.current.segments[index];
        if (!segment) return;
        if (isMedia) latest.current.seek(segment.start_seconds, hasRecording);
        else if (segment.page !== null) onAction({ type: 'page-opened', page: segment.page });
      },
      onSpeaker(index, button) {
        const segmentId = latest.current.segments[index]?.id;
        if (segmentId) latest.current.openSpeaker(segmentId, button);
      },
      onEdit: (index) => latest.current.edit(index),
      onHighlights: (taggingIds, label) => latest.current.openHighlights(taggingIds, label),
      onComments(index) {
        const segmentId = latest.current.segments[index]?.id;
        if (segmentId) onAction({ type: 'comments-opened', segmentId });
      },
    }),
    [latest, isMedia, hasRecording, onAction],
  );
}
