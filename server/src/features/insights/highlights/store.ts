import { type Db, join, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, listPage, splitFilter } from '../../../platform/database/keyset-page.ts';
import { clearScore } from '../../ai/sentiment/index.ts';
import { readTaggings } from '../../coding/taggings/index.ts';
import { isHighlight, speakerRow, speakers, tone, toneScore } from '../matrix/index.ts';
import type { GroupRow, HighlightRow } from './rows.ts';
import { groupsMax, type HighlightGroupsQuery, type HighlightsQuery } from './schema.ts';

/**
 * Accepted taggings `o` of the passage of `g`, which are one highlight. A passage is compared by its words, because a tagging may
 * name its file or its segment as the target; what is not in a transcript by target and times.
 */
const ofPassage = sql`coalesce(o.segment_id, o.target_id) = coalesce(g.segment_id, g.target_id) and o.status = 'accepted'
  and (o.start_character, o.end_segment_id, o.end_character)
    is not distinct from (g.start_character, g.end_segment_id, g.end_character)
  and (g.segment_id is not null
    or (o.start_seconds, o.end_seconds, o.quote) is not distinct from (g.start_seconds, g.end_seconds, g.quote))`;

const personId = sql`coalesce(a.id, ${speakerRow.id})`;
const person = sql`case when a.id is null then v.label
  else coalesce(nullif(btrim(a.name), ''), a.email, 'Participant ' || r.number, 'Participant') end`;
const score = sql`case when g.target_type = 'response' then (r.sentiment ->> 'score')::double precision else ${toneScore} end`;
const sentiment = sql`case when ${score} >= ${clearScore}::double precision then 'positive'
  when ${score} <= -${clearScore}::double precision then 'negative' when ${score} is not null then 'neutral' end`;

const from = sql`from taggings g
  left join files f on f.id = g.file_id
  left join clips c on g.target_type = 'clip' and c.id = g.target_id
  left join responses r on r.id = case when g.target_type = 'response' then g.target_id else f.response_id end
  left join engage_sessions e on e.id = f.session_id
  left join participants a on a.id = coalesce(r.participant_id, e.participant_id)
  ${speakers} ${tone}`;

/** A highlight is represented by the first of its taggings. */
function conditions(projectId: string, query: HighlightGroupsQuery | HighlightsQuery): Sql[] {
  const where = [
    sql`g.project_id = ${projectId}`,
    isHighlight,
    sql`not coalesce(r.simulated, e.simulated, false)`,
    sql`not exists (select 1 from taggings o where ${ofPassage} and o.id < g.id)`,
  ];
  if (query.tag_id !== undefined)
    where.push(
      sql`exists (select 1 from taggings o where ${ofPassage} and ${among(sql`o.tag_id`, query.tag_id)})`,
    );
  if (query.file_id !== undefined) where.push(among(sql`g.file_id`, query.file_id));
  if (query.person_id !== undefined) where.push(amongOrNone(personId, query.person_id));
  if (query.sentiment !== undefined) where.push(amongOrNone(sentiment, query.sentiment));
  if (query.created_by !== undefined) where.push(among(sql`g.created_by`, query.created_by));
  if (query.source !== undefined) where.push(among(sql`g.source`, query.source));
  if (query.q !== undefined) where.push(contains(sql`g.quote`, query.q));
  return where;
}

/** `none` selects the rows without a value. */
const amongOrNone = (column: Sql, filter: string): Sql =>
  sql`coalesce(${column}, 'none') = any(${splitFilter(filter)}::text[])`;

export async function listHighlights(db: Db, projectId: string, query: HighlightsQuery) {
  const page = await listPage<HighlightRow>(db, {
    name: `highlights ${projectId}`,
    query,
    select: sql`select g.id, g.project_id, (
        select jsonb_agg(jsonb_build_object('id', o.id, 'tag_id', o.tag_id) order by o.id)
          from taggings o where ${ofPassage}) as taggings,
      g.target_type, g.target_id, g.segment_id, g.start_character, g.end_segment_id, g.end_character, g.file_id,
      f.name as file_name, f.kind as file_kind, r.id as response_id, ${personId} as person_id, ${person} as person,
      g.quote, g.detached, coalesce(g.start_seconds, c.start_seconds) as start_seconds,
      coalesce(g.end_seconds, c.end_seconds) as end_seconds, ${sentiment} as sentiment, ${score} as score, g.source,
      g.created_at, g.created_by`,
    from,
    where: conditions(projectId, query),
    sorts: { created_at: { column: sql`g.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`g.id`,
  });
  return { ...page, rows: await withWordsOfClips(db, page.rows) };
}

/** A tagging of a clip has no words of its own: it shows those of the clip. */
async function withWordsOfClips(db: Db, rows: HighlightRow[]): Promise<HighlightRow[]> {
  const clips = rows.filter(({ target_type }) => target_type === 'clip').map(({ id }) => id);
  if (clips.length === 0) return rows;
  const quotes = new Map((await readTaggings(db, clips)).map(({ id, quote }) => [id, quote]));
  return rows.map((row) => ({ ...row, quote: row.quote ?? quotes.get(row.id) ?? null }));
}

const groupOf = {
  tag: { id: sql`t.id`, label: sql`t.name` },
  person: { id: personId, label: person },
  file: { id: sql`f.id`, label: sql`f.name` },
  sentiment: { id: sentiment, label: sql`null::text` },
};

/** The groups, the largest first, and one row for all of them together, in which a highlight with two tags counts once. */
export function groupHighlights(db: Db, projectId: string, query: HighlightGroupsQuery): Promise<GroupRow[]> {
  const groupBy = query.group_by ?? 'tag';
  const { id, label } = groupOf[groupBy];
  const tags =
    groupBy === 'tag' ? sql`join taggings o on ${ofPassage} join tags t on t.id = o.tag_id` : sql``;
  return db.query<GroupRow>(sql`
    select x.id, max(x.label) as label, grouping(x.id) = 1 as is_total,
           count(distinct x.highlight_id)::integer as count, count(distinct x.person_id)::integer as person_count,
           (count(distinct x.highlight_id) filter (where x.sentiment = 'positive'))::integer as positive,
           (count(distinct x.highlight_id) filter (where x.sentiment = 'negative'))::integer as negative
      from (select g.id as highlight_id, ${id} as id, ${label} as label, ${personId} as person_id,
                   ${sentiment} as sentiment
              ${from} ${tags} where ${join(conditions(projectId, query), ' and ')}) x
     group by grouping sets ((x.id), ())
     order by is_total desc, count desc, x.id limit ${groupsMax + 1}`);
}
