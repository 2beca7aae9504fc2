import type { ErrorDetail } from '../../../../foundation/errors.ts';
import type { TimedSegment, TranscriptChange } from '../anchors/move-anchors.ts';
import type { AnchorRow } from '../anchors/move-stored-anchors.ts';

/** Segments are sent as JSON, because a string is copied between threads much faster than 50,000 objects. */
export type TranscriptTask =
  | { kind: 'parse'; content: string }
  | {
      kind: 'move';
      rows: AnchorRow[];
      change: Omit<TranscriptChange, 'before' | 'after'>;
      before: string;
      after: string;
    };

export type ParseOutcome = { segments: string } | { faults: ErrorDetail[] };

/** The fields of a segment that anchors depend on. */
export const toTimedSegment = (segment: TimedSegment): TimedSegment => ({
  id: segment.id,
  text: segment.text,
  speaker_id: segment.speaker_id,
  start_seconds: segment.start_seconds,
  end_seconds: segment.end_seconds,
});
