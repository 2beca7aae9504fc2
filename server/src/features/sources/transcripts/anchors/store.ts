import { type Db, sql } from '../../../../platform/database/index.ts';
import type { TranscriptThreads } from '../threads/transcript-threads.ts';
import type { TranscriptChange } from './move-anchors.ts';
import { type AnchorRow, readAnchors } from './move-stored-anchors.ts';

/** The file whose transcript changes. */
interface ChangedFile {
  file_id: string;
  workspace_id: string;
}

/**
 * Moves all anchors of a file after a change of its transcript. The caller has locked the row of the transcript, so that no
 * anchor is created on the old words at the same time. Returns how many lost their words.
 */
export async function moveAnchorsOf(
  tx: Db,
  threads: TranscriptThreads,
  { file_id, workspace_id }: ChangedFile,
  change: TranscriptChange,
  now: Date,
): Promise<number> {
  const rows = await tx.query<AnchorRow>(sql`select * from anchors_of(${file_id})`);
  if (rows.length === 0) return 0;
  const { changed, detached } = await threads.moveAnchors(workspace_id, rows, change);
  if (changed) await tx.query(sql`select move_anchors(${changed}::jsonb, ${now})`);
  return detached;
}

/** Call before the transcript is removed. Past positions are removed because they refer to its revisions. */
export async function detachAnchorsOf(tx: Db, fileId: string, now: Date): Promise<number> {
  const rows = await tx.query<AnchorRow>(sql`select * from anchors_of(${fileId})`);
  const anchors = readAnchors(rows, { before: [], after: [] });
  const moves = anchors.map((anchor) => ({ ...anchor, detached: true, past: [], since_revision: 0 }));
  await tx.query(sql`select move_anchors(${JSON.stringify(moves)}::jsonb, ${now})`);
  return anchors.filter(({ detached }) => !detached).length;
}
