import type { Researcher } from '../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import { type Access, accessColumns, type ProjectRecords } from '../projects/index.ts';

export interface TagRow {
  id: string;
  project_id: string;
  name: string;
  name_key: string;
  description: string | null;
  color: string;
  parent_id: string | null;
  usage_count: number;
  source: 'manual' | 'ai' | 'import';
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Returns false without an insert if the project already has a tag with that name. */
export async function insertTag(tx: Db, tag: TagRow): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into tags (id, project_id, name, name_key, description, color, parent_id, source, created_by, created_at,
      updated_at)
    values (${tag.id}, ${tag.project_id}, ${tag.name}, ${tag.name_key}, ${tag.description}, ${tag.color},
      ${tag.parent_id}, ${tag.source}, ${tag.created_by}, ${tag.created_at}, ${tag.updated_at})
    on conflict (project_id, name_key) do nothing returning 1`);
  return rows.length > 0;
}

/** Inserts the tags whose names are free, in one statement, and returns their ids. */
export async function insertTags(tx: Db, tags: TagRow[]): Promise<Set<string>> {
  if (tags.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(sql`
    insert into tags select * from jsonb_populate_recordset(null::tags, ${JSON.stringify(tags)}::jsonb)
    on conflict (project_id, name_key) do nothing returning id`);
  return new Set(rows.map(({ id }) => id));
}

/** The names of all tags of a project. */
export async function readTagNames(
  db: Db,
  projectId: string,
): Promise<Pick<TagRow, 'id' | 'name' | 'name_key'>[]> {
  return db.query(sql`select id, name, name_key from tags where project_id = ${projectId} order by id`);
}

/** Reads the tag and the access to its project in one round trip. */
export async function findTag(
  db: Db,
  principal: Researcher,
  tagId: string,
  lock: Sql = sql``,
): Promise<(TagRow & Access & { workspace_id: string }) | undefined> {
  const [row] = await db.query<TagRow & Access & { workspace_id: string }>(sql`
    select t.*, p.workspace_id, ${accessColumns} from tags t join projects p on p.id = t.project_id
     where t.id = ${tagId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

export async function findTagByKey(db: Db, projectId: string, nameKey: string): Promise<TagRow | undefined> {
  const [row] = await db.query<TagRow>(
    sql`select * from tags where project_id = ${projectId} and name_key = ${nameKey}`,
  );
  return row;
}

export async function saveTag(tx: Db, tag: TagRow): Promise<void> {
  await tx.query(sql`
    update tags set name = ${tag.name}, name_key = ${tag.name_key}, description = ${tag.description},
      color = ${tag.color}, parent_id = ${tag.parent_id}, updated_at = ${tag.updated_at}
     where id = ${tag.id}`);
}

/** Whether `tagId` is `ancestorId` or one of its descendants. */
export async function isBelow(tx: Db, tagId: string, ancestorId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    with recursive up as (
      select id, parent_id from tags where id = ${tagId}
      union select t.id, t.parent_id from tags t join up on t.id = up.parent_id)
    select 1 from up where id = ${ancestorId}`);
  return rows.length > 0;
}

/** Locks the tags that are in the project, in the order of their ids, and returns their ids. */
export async function lockTags(tx: Db, projectId: string, tagIds: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from tags where id = any(${tagIds}::text[]) and project_id = ${projectId}
     order by id for no key update`);
  return new Set(rows.map((row) => row.id));
}

/** Locks both tags and the children of the first, in the order of ids like all other writers. */
export async function lockTagAndChildren(
  tx: Db,
  projectId: string,
  tagId: string,
  otherId = tagId,
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from tags where project_id = ${projectId} and (id in (${tagId}, ${otherId}) or parent_id = ${tagId})
     order by id for update`);
  return new Set(rows.map((row) => row.id));
}

export async function countTags(db: Db, projectId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from tags where project_id = ${projectId}`);
  return row?.count ?? 0;
}

export async function moveChildren(tx: Db, fromId: string, toId: string | null, now: Date): Promise<void> {
  await tx.query(sql`update tags set parent_id = ${toId}, updated_at = ${now} where parent_id = ${fromId}`);
}

export async function removeTag(tx: Db, tagId: string): Promise<void> {
  await removeTags(tx, [tagId]);
}

export async function removeTags(tx: Db, tagIds: string[]): Promise<void> {
  if (tagIds.length > 0) await tx.query(sql`delete from tags where id = any(${tagIds}::text[])`);
}

export const tagRecords: ProjectRecords = {
  kind: 'tag',
  rows: sql`select id, project_id, null::text as file_id from tags`,
};
