import { type Db, type Sql, sql } from '../../../../platform/database/index.ts';
import type { FileDeps } from '../deps.ts';
import { eraseFile } from '../service.ts';
import { lockProjectOfFile } from '../store.ts';

/** Deletion starts this long after the settings changed, so that a mistake can be corrected (ADR 16). */
const graceHours = 24;
const batchSize = 100;

const isRecording = sql`f.kind in ('audio', 'video')`;
const isDue = (now: Date): Sql => sql`
  w.retention_deletes and w.retention_days is not null
    and w.retention_changed_at <= ${now}::timestamptz - ${graceHours} * interval '1 hour'
    and ${isRecording} and f.created_at < ${now}::timestamptz - w.retention_days * interval '1 day'`;

/** Finds recordings to delete, in the order of their ids, after the given one. */
async function listDue(db: Db, now: Date, after: string): Promise<{ id: string; workspace_id: string }[]> {
  return db.query(sql`
    select f.id, f.workspace_id from workspaces w join files f on f.workspace_id = w.id
     where ${isDue(now)} and f.id > ${after} order by f.id limit ${batchSize}`);
}

/**
 * Deletes the recordings whose retention has ended, each in its own transaction, which also schedules the deletion of the
 * bytes: a process that dies leaves complete recordings, and the next run deletes them. Safe on several nodes at once.
 */
export async function deleteExpiredRecordings(deps: FileDeps): Promise<number> {
  const now = deps.clock.now();
  let deleted = 0;
  let after = '';
  for (;;) {
    const due = await listDue(deps.db, now, after);
    for (const { id, workspace_id } of due) {
      const fields = { file_id: id, workspace_id };
      try {
        if (!(await deleteIfDue(deps, id, now))) continue;
        deleted++;
        deps.log.info(
          { event: 'retention.recording_deleted', ...fields },
          'the retention of a recording ended',
        );
      } catch (error) {
        // A failure must not prevent the deletion of the other recordings. The next run tries this one again.
        deps.log.warn(
          { event: 'retention.deletion_failed', ...fields, err: error },
          'a recording whose retention has ended could not be deleted; the next run retries',
        );
      }
    }
    const last = due.at(-1);
    if (!last || due.length < batchSize) return deleted;
    after = last.id;
  }
}

/**
 * The settings are read again under the lock, because the owner may have changed them since the list was read. They are read by a
 * second statement: the statement that waits for the lock sees the settings as they were before it waited.
 */
function deleteIfDue(deps: FileDeps, fileId: string, now: Date): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockProjectOfFile(tx, fileId);
    await tx.query(sql`select 1 from files where id = ${fileId} for no key update`);
    const [due] = await tx.query(sql`
      select 1 from files f join workspaces w on w.id = f.workspace_id where f.id = ${fileId} and ${isDue(now)}`);
    return due ? eraseFile(deps, tx, fileId, now) : false;
  });
}

export interface RetentionPreview {
  retention_days: number | null;
  retention_deletes: boolean;
  starts_at: Date | null;
  file_count: number;
  size_bytes: number;
  oldest_created_at: Date | null;
}

/** Counts the recordings that are older than `days`, by default the period of the workspace. Deletes nothing. */
export async function previewRetention(
  db: Db,
  workspaceId: string,
  days: number | undefined,
  now: Date,
): Promise<RetentionPreview> {
  const [row] = await db.query<RetentionPreview>(sql`
    select w.retention_days, w.retention_deletes, due.*,
      case when w.retention_deletes and w.retention_days is not null
        then w.retention_changed_at + ${graceHours} * interval '1 hour' end as starts_at
      from workspaces w cross join lateral (
        select count(*) as file_count, coalesce(sum(f.size_bytes), 0)::bigint as size_bytes,
            min(f.created_at) as oldest_created_at
          from files f
         where f.workspace_id = w.id and ${isRecording}
           and f.created_at < ${now}::timestamptz - coalesce(${days ?? null}::integer, w.retention_days) * interval '1 day') due
     where w.id = ${workspaceId}`);
  return row as RetentionPreview;
}
