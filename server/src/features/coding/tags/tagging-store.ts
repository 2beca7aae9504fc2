import { type SpokenSegment, textWithin } from '@parley/transcript-text';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns } from '../../projects/index.ts';
import type { PastPosition } from '../../sources/transcripts/index.ts';
import type { TargetType } from './targets.ts';

export interface TaggingRow {
  id: string;
  project_id: string;
  tag_id: string;
  target_type: TargetType;
  target_id: string;
  file_id: string | null;
  /** The passage that the tagging is anchored to (spec §4.8), and its earlier positions. */
  segment_id: string | null;
  start_character: number | null;
  end_segment_id: string | null;
  end_character: number | null;
  start_seconds: number | null;
  end_seconds: number | null;
  quote: string | null;
  speaker: string | null;
  detached: boolean;
  past: PastPosition[];
  since_revision: number;
  place: number;
  source: 'manual' | 'ai';
  confidence: number | null;
  status: 'suggested' | 'accepted' | 'rejected';
  job_id: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Taggings of a whole record, not of a passage. */
const whole = (t: Sql) => sql`${t}.start_seconds is null and ${t}.quote is null`;
const wholeRecordKey = sql`(target_id, tag_id) where start_seconds is null and quote is null`;

/** A tagging of a whole clip or note shows the current times and words of the clip or note. */
const spoken = sql`from segments s where s.file_id = c.file_id and s.start_seconds < c.end_seconds
  and s.end_seconds > c.start_seconds`;
const columns = sql`g.id, g.project_id, g.tag_id, g.target_type, g.target_id, g.file_id, g.segment_id, g.start_character,
  g.end_segment_id, g.end_character, g.detached, g.place, g.source, g.confidence, g.status, g.job_id, g.created_by,
  g.created_at, g.updated_at, coalesce(g.start_seconds, c.start_seconds, n.start_seconds) as start_seconds,
  coalesce(g.end_seconds, c.end_seconds, n.end_seconds) as end_seconds,
  g.quote, (select jsonb_agg(jsonb_build_object('text', s.text, 'start_seconds', s.start_seconds,
     'end_seconds', s.end_seconds, 'words', case when s.start_seconds < c.start_seconds or s.end_seconds > c.end_seconds
       then s.words end) order by s.start_seconds, s.end_seconds, s.id) ${spoken} and g.quote is null) as spoken,
  coalesce(g.speaker, (
    select p ->> 'label' from transcripts t cross join jsonb_array_elements(t.speakers) p
     where t.file_id = c.file_id and p ->> 'id' = (
       select s.speaker_id ${spoken} group by s.speaker_id
        order by sum(least(s.end_seconds, c.end_seconds) - greatest(s.start_seconds, c.start_seconds)) desc, s.speaker_id
        limit 1) limit 1)) as speaker`;
const from = sql`from taggings g left join clips c on g.target_type = 'clip' and c.id = g.target_id
  left join notes n on g.target_type = 'note' and n.id = g.target_id`;

/** A tagging without the fields that only a revert of the transcript needs. */
export type TaggingView = Omit<TaggingRow, 'past' | 'since_revision'>;

type StoredTagging<View extends TaggingView> = View & { spoken: SpokenSegment[] | null };

function withQuote<View extends TaggingView>({ spoken, ...row }: StoredTagging<View>): View {
  const { quote, start_seconds, end_seconds } = row;
  const known = quote !== null || start_seconds === null || end_seconds === null;
  return {
    ...row,
    quote: known ? quote : textWithin(spoken, { start_seconds, end_seconds }),
  } as unknown as View;
}

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

export async function readTaggings(db: Db, ids: string[]): Promise<TaggingView[]> {
  const rows = await db.query<StoredTagging<TaggingView>>(
    sql`select ${columns} ${from} where g.id = any(${ids}::text[])`,
  );
  return rows.map((row) => withQuote<TaggingView>(row));
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

export async function findTagging(
  db: Db,
  principal: Researcher,
  taggingId: string,
): Promise<(TaggingView & Access) | undefined> {
  const [row] = await db.query<StoredTagging<TaggingView & Access>>(sql`
    select ${columns}, ${accessColumns} ${from} join projects p on p.id = g.project_id
     where g.id = ${taggingId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null`);
  return row && withQuote<TaggingView & Access>(row);
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
    update taggings set status = ${status}, updated_at = case when status = ${status} then updated_at else ${now} end
     where id = any(${taggingIds}::text[]) and project_id = ${projectId}
       and (source = 'ai' or ${status} <> 'suggested')
    returning id`);
  return rows.map(({ id }) => id);
}

export async function removeTagging(tx: Db, taggingId: string): Promise<void> {
  await tx.query(sql`delete from taggings where id = ${taggingId}`);
}

interface TaggingFilters extends ListQuery {
  tag_id?: string;
  file_id?: string;
  target_type?: string;
  target_id?: string;
  status?: string;
  source?: string;
}

export async function listTaggings(db: Db, projectId: string, query: TaggingFilters) {
  const where = [sql`g.project_id = ${projectId}`];
  if (query.tag_id !== undefined) where.push(among(sql`g.tag_id`, query.tag_id));
  if (query.file_id !== undefined) where.push(among(sql`g.file_id`, query.file_id));
  if (query.target_type) where.push(among(sql`g.target_type`, query.target_type));
  if (query.target_id !== undefined) where.push(among(sql`g.target_id`, query.target_id));
  if (query.status) where.push(among(sql`g.status`, query.status));
  if (query.source) where.push(among(sql`g.source`, query.source));
  const page = await listPage<StoredTagging<TaggingView>>(db, {
    name: `taggings ${projectId}`,
    query,
    select: sql`select ${columns}`,
    from,
    where,
    sorts: {
      created_at: { column: sql`g.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`g.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`g.id`,
  });
  return { ...page, rows: page.rows.map((row) => withQuote<TaggingView>(row)) };
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
