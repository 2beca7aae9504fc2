import { type Db, sql } from '../../../platform/database/index.ts';
import type { TaggingRow } from '../../tags/index.ts';

export interface TagToMatch {
  id: string;
  name: string;
  description: string | null;
  source: 'manual' | 'ai' | 'import';
  /** Passages that users gave this tag or accepted for it, and passages that they rejected. */
  examples: string[];
  rejected: string[];
  /** Passages that the AI gave this tag, whatever users decided. */
  quotes: string[];
}

/** Enough to learn how a team uses a tag. More would mainly cost time. */
const examplesMax = 20;
const quotesMax = 200;

/**
 * The tags of a project with the passages that users decided on. What the AI applied by itself is no example: otherwise
 * every run would extend the results of the run before.
 */
export async function readTagsToMatch(db: Db, projectId: string): Promise<TagToMatch[]> {
  return db.query<TagToMatch>(sql`
    with decided as (
      select g.tag_id, g.quote, g.status,
          row_number() over (partition by g.tag_id, g.status order by g.updated_at desc, g.id desc) as place
        from taggings g left join jobs j on j.id = g.job_id
       where g.project_id = ${projectId} and g.quote is not null
         and (g.status = 'rejected'
           or (g.status = 'accepted' and (g.source = 'manual' or j.input ->> 'mode' = 'suggest'))))
    select t.id, t.name, t.description, t.source,
        coalesce(array_agg(left(d.quote, 1000)) filter (where d.status = 'accepted'), '{}') as examples,
        coalesce(array_agg(left(d.quote, 1000)) filter (where d.status = 'rejected'), '{}') as rejected,
        array(select g.quote from taggings g where g.tag_id = t.id and g.source = 'ai' and g.quote is not null
           order by g.id desc limit ${quotesMax}) as quotes
      from tags t left join decided d on d.tag_id = t.id and d.place <= ${examplesMax}
     where t.project_id = ${projectId}
     group by t.id order by t.id`);
}

/** Serializes the writes of AI jobs of one project: two jobs at the same time could create the same taggings. */
export async function lockAiTagging(tx: Db, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`ai tagging ${projectId}`}, 0))`);
}

export type AnchoredTagging = Pick<
  TaggingRow,
  | 'id'
  | 'tag_id'
  | 'file_id'
  | 'segment_id'
  | 'start_character'
  | 'end_segment_id'
  | 'end_character'
  | 'quote'
  | 'status'
  | 'source'
  | 'detached'
>;

/** The taggings of passages with these tags in these files. */
export async function findAnchoredTaggings(
  tx: Db,
  tagIds: string[],
  fileIds: string[],
): Promise<AnchoredTagging[]> {
  return tx.query<AnchoredTagging>(sql`
    select id, tag_id, file_id, segment_id, start_character, end_segment_id, end_character, quote, status, source, detached
      from taggings
     where tag_id = any(${tagIds}::text[]) and file_id = any(${fileIds}::text[]) and segment_id is not null`);
}

/** The order of these segments in their transcripts, by id. */
export async function readSegmentOrder(tx: Db, segmentIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from segments where id = any(${segmentIds}::text[]) order by file_id, start_seconds, end_seconds, id`);
  return new Map(rows.map(({ id }, place) => [id, place]));
}
