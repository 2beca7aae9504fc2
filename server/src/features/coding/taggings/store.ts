import { type SpokenSegment, textWithin } from '@parley/transcript-text';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import { type Access, accessColumns } from '../../projects/index.ts';
import type { TaggingRow } from '../../tags/index.ts';

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

export async function readTaggings(db: Db, ids: string[]): Promise<TaggingView[]> {
  const rows = await db.query<StoredTagging<TaggingView>>(
    sql`select ${columns} ${from} where g.id = any(${ids}::text[])`,
  );
  return rows.map((row) => withQuote<TaggingView>(row));
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
