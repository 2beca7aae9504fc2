import type { Db } from '../../../../platform/database/index.ts';
import type { TranscriptChange } from '../anchors/move-anchors.ts';
import { moveAnchorsOf } from '../anchors/store.ts';
import { pauseIfLarge } from '../pause.ts';
import { changeBetween } from '../segments.ts';
import {
  insertRevision,
  moveSegments,
  type SegmentRow,
  saveTranscript,
  type TranscriptRow,
} from '../store.ts';
import type { TranscriptThreads } from '../threads/transcript-threads.ts';
import type { Draft } from './edits.ts';

export interface Revised extends Draft {
  /** Number of taggings, pieces of evidence and citations that lost their words by the change. */
  detached: number;
}

interface Revision {
  before: SegmentRow[];
  after: SegmentRow[];
  action: string;
  by: string | null;
  restores?: TranscriptChange['restores'];
  undoes?: number;
}

/** Writes a revision: segments and anchors. Every change of a transcript uses this function. */
export async function writeRevision(
  tx: Db,
  threads: TranscriptThreads,
  transcript: TranscriptRow,
  { before, after, action, by, restores, undoes }: Revision,
): Promise<Revised> {
  await pauseIfLarge(after);
  const change = changeBetween(before, after);
  await pauseIfLarge(after);
  const opened = new Set(change.opened.map(({ id }) => id));
  const { revision, speakers } = transcript;
  const old = new Map(before.map((segment) => [segment.id, segment.since_revision]));
  const segments = after.map((segment) => ({
    ...segment,
    since_revision: opened.has(segment.id) ? revision : (old.get(segment.id) ?? revision),
  }));
  await saveTranscript(tx, transcript);
  const detached = await moveAnchorsOf(
    tx,
    threads,
    transcript,
    { before, after, speakers, revision, restores },
    transcript.updated_at,
  );
  await moveSegments(tx, transcript, change);
  await insertRevision(tx, transcript, { action, by, undoes });
  return { transcript, segments, detached };
}
