import { listFingerprint, notACursor } from '../../../foundation/cursor.ts';
import { invalidField } from '../../../foundation/errors.ts';
import { pageSizeDefault } from '../../../foundation/limits.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, join, pgErrorCode, type Sql, sql } from '../../../platform/database/index.ts';
import { timeFilters } from '../../../platform/database/keyset-page.ts';
import {
  beginning,
  decodePosition,
  encodePosition,
  type LogPosition,
  shortSnapshot,
  snapshotBefore,
} from './position.ts';
import { type EventsQuery, eventFilters } from './store.ts';

export interface LogPage {
  rows: { body: Buffer }[];
  next_cursor: string | null;
  /** Where the client continues to read, even at the end of the log. */
  resume_cursor: string;
}

/** A client with a long backlog reads it in windows of about this many events. */
const windowMax = 5_000;

/**
 * A page of the log in the order of creation. A client that follows the cursors gets every event exactly once, including
 * events that are committed after younger ones (position.ts).
 */
export async function readLog(
  db: Db,
  principal: Researcher,
  query: EventsQuery,
  now: Date,
): Promise<LogPage> {
  const { limit = pageSizeDefault, cursor, sort: _sort, wait_seconds: _wait, ...filters } = query;
  const fingerprint = listFingerprint({ ...filters, sort: 'created_at', list: 'events' });
  try {
    const epoch = await readEpoch(db);
    let position = cursor === undefined ? beginning : decodePosition(fingerprint, epoch, cursor);
    const cursorAt = (at: LogPosition) => encodePosition(fingerprint, epoch, at);
    const conditions = [
      ...eventFilters(principal, query, now),
      ...timeFilters(query, sql`e.created_at`, sql`e.created_at`),
    ];
    for (;;) {
      const opened = await openWindow(db, principal.workspace_id, position);
      const rows = opened.isEmpty
        ? []
        : await readWindow(db, principal.workspace_id, opened.position, conditions, limit + 1);
      const last = rows[limit - 1];
      if (rows.length > limit && last) {
        const next = cursorAt({ ...opened.position, after: { key: last.page_key, id: last.page_id } });
        return { rows: rows.slice(0, limit), next_cursor: next, resume_cursor: next };
      }
      position = { ...beginning, seen: opened.position.until };
      // If the window has no event for this reader, the next window is read instead of returning an empty page.
      if (rows.length === 0 && opened.position.more) continue;
      const resume = cursorAt(position);
      return { rows, next_cursor: opened.position.more ? resume : null, resume_cursor: resume };
    }
  } catch (error) {
    // A forged cursor can contain an invalid snapshot or time.
    if (cursor && pgErrorCode(error)?.startsWith('22')) throw invalidField('cursor', notACursor);
    throw error;
  }
}

/** Transaction ids are comparable only in one database on one PostgreSQL cluster. The epoch identifies both. */
async function readEpoch(db: Db): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    select e.id || '.' || c.system_identifier as id from event_log_epoch e, pg_control_system() c`);
  return row?.id ?? '';
}

interface OpenWindow {
  position: LogPosition;
  isEmpty: boolean;
}

/** Sets the end of the window unless the previous page has set it. */
async function openWindow(db: Db, workspaceId: string, position: LogPosition): Promise<OpenWindow> {
  const { seen, until } = position;
  if (until !== undefined) return { position, isEmpty: false };
  if (seen === undefined) {
    const [row] = await db.query<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`);
    return { position: { ...position, until: shortSnapshot(row?.snapshot as string) }, isEmpty: false };
  }
  const unseen = sql`
    select e.transaction_id from events e
     where e.workspace_id = ${workspaceId} and e.transaction_id >= pg_snapshot_xmin(${seen}::text::pg_snapshot)
       and not pg_visible_in_snapshot(e.transaction_id, ${seen}::text::pg_snapshot)
     order by e.transaction_id`;
  const [row] = await db.query<{ snapshot: string; first: string | null; beyond: string | null }>(sql`
    select pg_current_snapshot()::text as snapshot, (${unseen} limit 1)::text as first,
           (${unseen} offset ${windowMax} limit 1)::text as beyond`);
  const { snapshot, first, beyond } = row as {
    snapshot: string;
    first: string | null;
    beyond: string | null;
  };
  if (first !== null && beyond !== null) {
    // Only transactions below the oldest running one are all finished, so no event can appear there later.
    const oldestRunning = BigInt(snapshot.split(':')[0] as string);
    const end = BigInt(beyond) < oldestRunning ? BigInt(beyond) : oldestRunning;
    if (end > BigInt(first)) {
      return { position: { ...position, until: snapshotBefore(end), more: true }, isEmpty: false };
    }
  }
  return { position: { ...position, until: shortSnapshot(snapshot) }, isEmpty: first === null };
}

interface LogRow {
  body: Buffer;
  page_key: string;
  page_id: string;
}

async function readWindow(
  db: Db,
  workspaceId: string,
  { seen, until, after }: LogPosition,
  conditions: Sql[],
  limit: number,
): Promise<LogRow[]> {
  const end = sql`${until}::text::pg_snapshot`;
  const beyond = after ? [sql`(e.created_at, e.id) > (${after.key}::text::timestamptz, ${after.id})`] : [];
  const where = join([...conditions, ...beyond], ' and ');
  if (seen === undefined) {
    return db.query<LogRow>(sql`
      select e.body, e.created_at::text as page_key, e.id as page_id
        from events e join projects p on p.id = e.project_id
       where ${where} and (pg_visible_in_snapshot(e.transaction_id, ${end})
         -- copied from another cluster, whose transaction ids were higher
         or e.transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))
       order by e.created_at, e.id limit ${limit}`);
  }
  const start = sql`${seen}::text::pg_snapshot`;
  // Finds new events by transaction id, because a search by creation time would read the whole log.
  return db.query<LogRow>(sql`
    with unseen as materialized (
      select e.workspace_id, e.id, e.created_at, e.project_id, e.type from events e
       where e.workspace_id = ${workspaceId}
         and e.transaction_id >= pg_snapshot_xmin(${start}) and e.transaction_id < pg_snapshot_xmax(${end})
         and not pg_visible_in_snapshot(e.transaction_id, ${start}) and pg_visible_in_snapshot(e.transaction_id, ${end})),
    page as (
      select e.id, e.created_at from unseen e join projects p on p.id = e.project_id
       where ${where} order by e.created_at, e.id limit ${limit})
    select e.body, e.created_at::text as page_key, e.id as page_id
      from page join events e on e.id = page.id and e.created_at = page.created_at
     order by e.created_at, e.id`);
}
