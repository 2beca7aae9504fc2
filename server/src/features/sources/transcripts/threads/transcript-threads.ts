import { invalid, invalidField, unavailable } from '../../../../foundation/errors.ts';
import { createThreadPool, ThreadLimit } from '../../../../platform/threads/index.ts';
import type { TranscriptChange } from '../anchors/move-anchors.ts';
import { type AnchorRow, type MovedAnchors, moveStoredAnchors } from '../anchors/move-stored-anchors.ts';
import { parseSubtitles } from '../formats/parse-subtitles.ts';
import { type SegmentInput, trimOverlaps } from '../segments.ts';
import { type ParseOutcome, type TranscriptTask, toTimedSegment } from './protocol.ts';

export interface TranscriptThreads {
  /** Parses VTT or SRT. Its overlaps are trimmed. */
  parse(workspaceId: string, content: string): Promise<SegmentInput[]>;
  moveAnchors(workspaceId: string, rows: AnchorRow[], change: TranscriptChange): Promise<MovedAnchors>;
  close(): Promise<void>;
}

/** Smaller work takes a few milliseconds, less than it takes to start a thread. */
const inlineCharactersMax = 200_000;
const inlineSegmentsMax = 2_000;

/** Number of segments from the first to the last that changed. */
function changedSpan({ before, after }: Pick<TranscriptChange, 'before' | 'after'>): number {
  const isEqual = (place: number) =>
    before.at(place)?.id === after.at(place)?.id && before.at(place)?.text === after.at(place)?.text;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isEqual(start)) start++;
  let end = 0;
  while (end < shorter - start && isEqual(-1 - end)) end++;
  return Math.max(before.length, after.length) - start - end;
}

/** Parses and compares large transcripts outside the event loop. */
export function createTranscriptThreads(): TranscriptThreads {
  const pool = createThreadPool({
    worker: new URL('./worker.ts', import.meta.url),
    heapMegabytes: 1024,
    deadlineMs: 60_000,
  });

  async function run<Result>(workspaceId: string, task: TranscriptTask, field: string): Promise<Result> {
    return pool.run<Result>(workspaceId, task).catch((error: unknown) => {
      if (!(error instanceof ThreadLimit)) throw error;
      if (error.limit === 'waiting') throw unavailable();
      throw invalidField(field, 'This transcript takes too long or too much memory to process. Shorten it.');
    });
  }

  return {
    async parse(workspaceId, content) {
      if (content.length <= inlineCharactersMax) return trimOverlaps(parseSubtitles(content));
      const outcome = await run<ParseOutcome>(workspaceId, { kind: 'parse', content }, 'content');
      if ('faults' in outcome) throw invalid(outcome.faults);
      return JSON.parse(outcome.segments) as SegmentInput[];
    },
    async moveAnchors(workspaceId, rows, { before, after, ...change }) {
      if (changedSpan({ before, after }) <= inlineSegmentsMax)
        return moveStoredAnchors(rows, { before, after, ...change });
      const task: TranscriptTask = {
        kind: 'move',
        rows,
        change,
        before: JSON.stringify(before.map(toTimedSegment)),
        after: JSON.stringify(after.map(toTimedSegment)),
      };
      return run<MovedAnchors>(workspaceId, task, 'segments');
    },
    close: pool.close,
  };
}
