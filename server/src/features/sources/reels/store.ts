import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { hashShareToken } from '../../../platform/secret-box/share-links.ts';
import type { BlobsInUse } from '../../../platform/storage/check-storage.ts';
import { type Access, accessColumns } from '../../projects/index.ts';
import type { UseOfFile } from '../../registrations.ts';
import type { RecordingPart, RecordingRow } from '../made-recordings/index.ts';

export interface ReelPart extends RecordingPart {
  /** Null when the clip was deleted. The part stays. */
  clip_id: string | null;
}

export interface ReelRow extends RecordingRow {
  parts: ReelPart[];
}

export type ReelWithAccess = ReelRow & Access;

const columns = sql`r.*, (
  select coalesce(jsonb_agg(jsonb_build_object('clip_id', p.clip_id, 'file_id', p.file_id, 'start_seconds', p.start_seconds,
    'end_seconds', p.end_seconds) order by p.position), '[]') from reel_parts p where p.reel_id = r.id) as parts`;

export async function insertReel(tx: Db, r: ReelRow): Promise<void> {
  await tx.query(sql`
    insert into reels (id, workspace_id, project_id, name, description, captions, status, created_by, created_at, updated_at)
    values (${r.id}, ${r.workspace_id}, ${r.project_id}, ${r.name}, ${r.description}, ${r.captions}, ${r.status},
      ${r.created_by}, ${r.created_at}, ${r.updated_at})`);
  await tx.query(sql`
    insert into reel_parts (reel_id, position, clip_id, file_id, start_seconds, end_seconds)
    select ${r.id}, p.position, p.part ->> 'clip_id', p.part ->> 'file_id', (p.part ->> 'start_seconds')::double precision,
      (p.part ->> 'end_seconds')::double precision
      from jsonb_array_elements(${JSON.stringify(r.parts)}::jsonb) with ordinality as p (part, position)`);
}

export async function saveReel(tx: Db, r: ReelRow): Promise<void> {
  await tx.query(sql`
    update reels set name = ${r.name}, description = ${r.description}, status = ${r.status},
      content_type = ${r.content_type}, size_bytes = ${r.size_bytes}, blob_key = ${r.blob_key},
      thumbnail_key = ${r.thumbnail_key}, share_hash = ${r.share_hash}, share_sealed = ${r.share_sealed},
      error = ${r.error === null ? null : JSON.stringify(r.error)}, updated_at = ${r.updated_at}
     where id = ${r.id}`);
}

export async function findReel(
  db: Db,
  { workspace_id }: Researcher,
  reelId: string,
  lock: Sql = sql``,
): Promise<ReelWithAccess | undefined> {
  const [row] = await db.query<ReelWithAccess>(sql`
    select ${columns}, ${accessColumns} from reels r join projects p on p.id = r.project_id
     where r.id = ${reelId} and r.workspace_id = ${workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

export async function findReelById(db: Db, reelId: string, lock: Sql = sql``): Promise<ReelRow | undefined> {
  const [row] = await db.query<ReelRow>(sql`select ${columns} from reels r where r.id = ${reelId} ${lock}`);
  return row;
}

type SharedReelRow = ReelRow & { workspace_name: string };

/** A shared, ready reel in a project that is not deleted, with the name of its workspace. */
export async function findSharedReel(db: Db, token: string): Promise<SharedReelRow | undefined> {
  const [row] = await db.query<SharedReelRow>(sql`
    select ${columns}, w.name as workspace_name
      from reels r join projects p on p.id = r.project_id join workspaces w on w.id = r.workspace_id
     where r.share_hash = ${hashShareToken(token)} and r.status = 'ready' and p.deleted_at is null`);
  return row;
}

export async function deleteReel(tx: Db, reelId: string): Promise<void> {
  await tx.query(sql`delete from reels where id = ${reelId}`);
}

interface ReelFilters extends ListQuery {
  status?: string;
  q?: string;
}

export async function listReels(db: Db, projectId: string, query: ReelFilters) {
  const where = [sql`r.project_id = ${projectId}`];
  if (query.status) where.push(among(sql`r.status`, query.status));
  if (query.q)
    where.push(sql`(${contains(sql`r.name`, query.q)} or ${contains(sql`r.description`, query.q)})`);
  return listPage<ReelRow>(db, {
    name: `reels of ${projectId}`,
    query,
    select: sql`select ${columns}`,
    from: sql`from reels r`,
    where,
    sorts: {
      created_at: { column: sql`r.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`r.updated_at`, type: 'timestamptz' },
      name: { column: sql`lower(r.name) collate "C"`, type: 'text' },
    },
    defaultSort: '-created_at',
    id: sql`r.id`,
  });
}

export const reelBlobs: BlobsInUse = {
  prefix: 'reels/',
  keys: sql`select blob_key from reels union all select thumbnail_key from reels`,
};

export const reelUses: UseOfFile = {
  names: ['reel', 'reels'],
  count: ({ id }) => sql`select count(distinct reel_id)::integer from reel_parts where file_id = ${id}`,
};
