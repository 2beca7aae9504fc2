import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { Access } from '../../projects/index.ts';

/** A row of `changes`, written by the triggers of the changed tables, with the current access to its project. */
export interface ChangeRow {
  workspace_id: string;
  project_id: string | null;
  type: string;
  action: 'created' | 'updated' | 'deleted';
  /** Empty if one statement changed many records. */
  record_ids: string[];
  file_id: string | null;
  actor: { id: string; name: string } | null;
  at: string;
  /** Null outside projects. */
  access: Access | null;
  /** The access before this change, if the change was one of the access. */
  access_before: Access | null;
}

export interface ChangeBatch {
  rows: ChangeRow[];
  /** There were more changes than a browser should apply one by one. */
  isCut: boolean;
  /** Everything visible in this snapshot was read. */
  snapshot: string;
  /** The time of the database, in seconds. */
  seconds: number;
}

/** A browser that missed more than this refetches what it shows. */
const batchMax = 1_000;
/** A stream begins with the changes of this time, in which its page was loaded. */
const recentSeconds = 10;

/** What became visible since this snapshot. */
export const readChangesSince = (db: Db, seen: string): Promise<ChangeBatch> =>
  readChanges(
    db,
    sql`select * from changes c
         where c.transaction_id >= pg_snapshot_xmin(${seen}::text::pg_snapshot)
           and not pg_visible_in_snapshot(c.transaction_id, ${seen}::text::pg_snapshot)
         order by c.transaction_id, c.id limit ${batchMax + 1}`,
  );

/** What changed while a page was loaded, and where its stream begins. */
export const readRecentChanges = (db: Db): Promise<ChangeBatch> =>
  readChanges(
    db,
    sql`select * from (select * from changes order by transaction_id desc, id desc limit ${batchMax}) r
         where r.at > clock_timestamp() - make_interval(secs => ${recentSeconds})`,
  );

/** In one statement, so that the snapshot is the one in which the rows were read. */
async function readChanges(db: Db, chosen: Sql): Promise<ChangeBatch> {
  const [row] = await db.query<Omit<ChangeBatch, 'isCut'>>(sql`
    with chosen as materialized (${chosen})
    select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 as seconds,
           coalesce((select json_agg(json_build_object(
             'workspace_id', coalesce(c.workspace_id, p.workspace_id), 'project_id', c.project_id, 'type', c.type,
             'action', c.action, 'record_ids', c.record_ids, 'file_id', c.file_id, 'access_before', c.access_before,
             'at', to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'actor', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end,
             'access', case when p.id is not null then json_build_object('owner_id', p.owner_id, 'visibility', p.visibility,
                            'member_ids', p.member_ids) end)
             order by c.transaction_id, c.id)
             from chosen c
             left join projects p on p.id = c.project_id and (p.deleted_at is null or c.type = 'project')
             left join users u on u.id = c.actor_id
            where coalesce(c.workspace_id, p.workspace_id) is not null), '[]') as rows`);
  const { rows, snapshot, seconds } = row as ChangeBatch;
  return { rows: rows.slice(0, batchMax), isCut: rows.length > batchMax, snapshot, seconds };
}

/** Transaction ids are comparable only in one database on one PostgreSQL cluster. The epoch identifies both. */
export async function readEpoch(db: Db): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    select e.id || '-' || c.system_identifier as id from event_log_epoch e, pg_control_system() c`);
  return row?.id ?? '';
}

const pruneBatch = 10_000;

/** Deletes rows that are older than `retentionSeconds`, the oldest first, so that the search ends at the first younger one. */
export async function pruneChanges(db: Db, retentionSeconds: number): Promise<void> {
  for (let deleted = pruneBatch; deleted === pruneBatch; ) {
    const [row] = await db.query<{ n: number }>(sql`
      with oldest as materialized (select ctid, at from changes order by transaction_id, id limit ${pruneBatch}),
      gone as (
        delete from changes where ctid = any(array(
          select ctid from oldest where at < clock_timestamp() - make_interval(secs => ${retentionSeconds}))) returning 1)
      select count(*)::integer as n from gone`);
    deleted = row?.n ?? 0;
  }
}
