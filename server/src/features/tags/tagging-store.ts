import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import { among } from '../../platform/database/keyset-page.ts';
import type { UseOfFile } from '../registrations.ts';
import type { TaggingRow } from './tagging-row.ts';

/** Taggings of a whole record, not of a passage. */
const whole = (t: Sql) => sql`${t}.start_seconds is null and ${t}.quote is null`;
const wholeRecordKey = sql`(target_id, tag_id) where start_seconds is null and quote is null`;

/** A column with the `tag_ids` of a record; the argument is the id column of the query. */
export const tagIdsOf = (targetId: Sql): Sql => sql`
  array(select g.tag_id::text from taggings g
    where g.target_id = ${targetId} and g.status = 'accepted' and ${whole(sql`g`)} order by g.place, g.id)`;

/** Whether the whole record has one of these tags, for the list filter `tag_id`. */
export const hasTag = (targetId: Sql, tagIds: string): Sql => sql`
  exists (select 1 from taggings g where g.target_id = ${targetId} and ${among(sql`g.tag_id`, tagIds)}
    and g.status = 'accepted' and ${whole(sql`g`)})`;

/** Taggings of passages and clips of a file, and of the whole file if `withWhole`. */
const inFile = (fileId: Sql, withWhole: boolean): Sql => sql`
  g.file_id = ${fileId} and g.status = 'accepted' and (g.target_type in ('segment', 'clip')
    or g.target_type = 'file' ${withWhole ? sql`` : sql`and not (${whole(sql`g`)})`})`;

/** The most tags that a file in a list shows. */
export const highlightTagsMax = 20;

/** A column with the tags of passages and clips of a file, the most used first; the argument is the id column of the query. */
export const highlightTagIdsOf = (fileId: Sql): Sql => sql`
  array(select g.tag_id::text from taggings g where ${inFile(fileId, false)}
    group by g.tag_id order by count(*) desc, g.tag_id limit ${highlightTagsMax})`;

/** Whether the file, a passage or a clip of it has one of these tags, for the list filter `used_tag_id`. */
export const usesTag = (fileId: Sql, tagIds: string): Sql => sql`
  exists (select 1 from taggings g where ${inFile(fileId, true)} and ${among(sql`g.tag_id`, tagIds)})`;

/** Taggings with these tags on these targets. The caller has locked the tags, so no others can be added. */
export async function findTaggingsOn(tx: Db, tagIds: string[], targetIds: string[]): Promise<TaggingRow[]> {
  return tx.query<TaggingRow>(sql`
    select * from taggings where target_id = any(${targetIds}::text[]) and tag_id = any(${tagIds}::text[])`);
}

export async function insertTaggings(tx: Db, rows: TaggingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into taggings select * from jsonb_populate_recordset(null::taggings, ${JSON.stringify(rows)}::jsonb)`);
}

/** Accepts suggested or rejected taggings that a user now creates. */
export async function acceptTaggings(tx: Db, ids: string[], by: string | null, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`
    update taggings set status = 'accepted', source = 'manual', created_by = ${by}, updated_at = ${now}
     where id = any(${ids}::text[])`);
}

/** Replaces the tags of a whole record, in this order. The caller has locked the tags. */
export async function replaceWholeTaggings(tx: Db, targetId: string, rows: TaggingRow[]): Promise<void> {
  await tx.query(sql`
    delete from taggings g where g.target_id = ${targetId} and g.status = 'accepted' and ${whole(sql`g`)}
       and g.tag_id <> all(${rows.map((row) => row.tag_id)}::text[])`);
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into taggings as g
    select * from jsonb_populate_recordset(null::taggings, ${JSON.stringify(rows)}::jsonb)
    on conflict ${wholeRecordKey} do update
      set status = 'accepted', place = excluded.place, file_id = excluded.file_id, updated_at = excluded.updated_at
    where g.status <> 'accepted' or g.place <> excluded.place or g.file_id is distinct from excluded.file_id`);
}

export async function findTagIdsOnTarget(tx: Db, targetId: string): Promise<string[]> {
  const rows = await tx.query<{ tag_id: string }>(
    sql`select distinct tag_id from taggings where target_id = ${targetId}`,
  );
  return rows.map((row) => row.tag_id);
}

/** For a merge: moves the taggings to the other tag. Of two equal taggings one remains. */
export async function moveTaggings(tx: Db, fromTagId: string, toTagId: string, now: Date): Promise<void> {
  const same = sql`a.tag_id = ${fromTagId} and b.tag_id = ${toTagId} and a.target_id = b.target_id
    and a.start_seconds is not distinct from b.start_seconds and a.end_seconds is not distinct from b.end_seconds
    and a.quote is not distinct from b.quote and a.start_character is not distinct from b.start_character
    and a.end_segment_id is not distinct from b.end_segment_id and a.end_character is not distinct from b.end_character`;
  await tx.query(sql`
    update taggings b set status = 'accepted', updated_at = ${now} from taggings a
     where ${same} and a.status = 'accepted' and b.status <> 'accepted'`);
  await tx.query(sql`delete from taggings a using taggings b where ${same}`);
  await tx.query(
    sql`update taggings set tag_id = ${toTagId}, updated_at = ${now} where tag_id = ${fromTagId}`,
  );
}

/** The targets among these ids that have a tagging in the project. */
export async function findTaggedTargets(db: Db, projectId: string, targetIds: string[]): Promise<string[]> {
  const rows = await db.query<{ target_id: string }>(sql`
    select distinct target_id from taggings where target_id = any(${targetIds}::text[]) and project_id = ${projectId}`);
  return rows.map(({ target_id }) => target_id);
}

/** The ids of these that are taggings of the project. */
export async function findTaggingIds(tx: Db, projectId: string, taggingIds: string[]): Promise<string[]> {
  if (taggingIds.length === 0) return [];
  const rows = await tx.query<{ id: string }>(sql`
    select id from taggings where id = any(${taggingIds}::text[]) and project_id = ${projectId}`);
  return rows.map(({ id }) => id);
}

export async function findTagIdsOfTaggings(
  tx: Db,
  projectId: string,
  taggingIds: string[],
): Promise<string[]> {
  const rows = await tx.query<{ tag_id: string }>(sql`
    select distinct tag_id from taggings where id = any(${taggingIds}::text[]) and project_id = ${projectId}`);
  return rows.map(({ tag_id }) => tag_id);
}

/** Returns the ids of the taggings that have the status now. Only taggings that AI created can be suggested. */
export async function setTaggingStatuses(
  tx: Db,
  projectId: string,
  taggingIds: string[],
  status: string,
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    with allowed as (
      select id from taggings where id = any(${taggingIds}::text[]) and project_id = ${projectId}
         and (source = 'ai' or ${status} <> 'suggested')),
    changed as (
      update taggings t set status = ${status}, updated_at = ${now} from allowed a
       where t.id = a.id and t.status <> ${status})
    select id from allowed`);
  return rows.map(({ id }) => id);
}

export async function removeTagging(tx: Db, taggingId: string): Promise<void> {
  await tx.query(sql`delete from taggings where id = ${taggingId}`);
}

/** Suggestions that a job with mode `apply` finds again. */
export async function applySuggestions(tx: Db, ids: string[], jobId: string, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(sql`
    update taggings set status = 'accepted', job_id = ${jobId}, updated_at = ${now} where id = any(${ids}::text[])`);
}

const onErased = (fileIds: string[], targetIds: string[]) =>
  sql`(file_id = any(${fileIds}::text[]) or target_id = any(${targetIds}::text[]))`;

/** How many taggings the erasure of these files and records removes. */
export async function countTaggingsOn(db: Db, fileIds: string[], targetIds: string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from taggings where ${onErased(fileIds, targetIds)}`,
  );
  return row?.count ?? 0;
}

/** Removes the taggings of erased files and records. Tags are locked first, by id, as triggers do. */
export async function removeTaggingsOn(tx: Db, fileIds: string[], targetIds: string[]): Promise<void> {
  await tx.query(sql`
    select 1 from tags where id in (select tag_id from taggings where ${onErased(fileIds, targetIds)})
     order by id for no key update`);
  await tx.query(sql`delete from taggings where ${onErased(fileIds, targetIds)}`);
}

export const taggingUses: UseOfFile = {
  names: ['tag or highlight', 'tags or highlights'],
  count: ({ id, project_id }) => sql`
    select count(*)::integer from taggings where project_id = ${project_id} and file_id = ${id}`,
};
