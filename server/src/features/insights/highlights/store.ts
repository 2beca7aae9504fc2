import { type Db, join, type Sql, sql } from '../../../platform/database/index.ts';
import { among, contains, listPage, splitFilter } from '../../../platform/database/keyset-page.ts';
import { clearScore } from '../../ai/sentiment/index.ts';
import { readTaggings } from '../../coding/taggings/index.ts';
import {
  isHighlight,
  isSimulated,
  joinsOfAll,
  namedPersonOfAll,
  ofAllFiles,
  personIdOfAll,
  scoreOfAll,
  speakerRow,
  speakers,
  tone,
  toneScore,
} from '../matrix/index.ts';
import type { GroupRow, HighlightRow } from './rows.ts';
import { groupsMax, type HighlightGroupsQuery, type HighlightsQuery } from './schema.ts';

/**
 * What two taggings of one passage have in common: its words, because a tagging may name its file or its segment as the target;
 * what is not in a transcript has a target and times. The index `taggings_of_passage` has the same expressions.
 */
const passageOf = (tagging: Sql): Sql[] => [
  sql`coalesce(${tagging}.segment_id, ${tagging}.target_id)`,
  sql`coalesce(${tagging}.start_character, -1)`,
  sql`coalesce(${tagging}.end_segment_id::text, '')`,
  sql`coalesce(${tagging}.end_character, -1)`,
  sql`coalesce(case when ${tagging}.segment_id is null then ${tagging}.start_seconds end, -1)`,
];
const restOfPassageOf = (tagging: Sql): Sql[] => [
  sql`case when ${tagging}.segment_id is null then ${tagging}.end_seconds end`,
  sql`case when ${tagging}.segment_id is null then ${tagging}.quote end`,
];

/** Accepted taggings `o` of the passage of `g`, which are one highlight. */
const ofPassage = sql`o.status = 'accepted'
  and ${join(
    passageOf(sql`o`).map((part, n) => sql`${part} = ${passageOf(sql`g`)[n] as Sql}`),
    ' and ',
  )}
  and (${join(restOfPassageOf(sql`o`))}) is not distinct from (${join(restOfPassageOf(sql`g`))})`;

const moodOf = (score: Sql): Sql => sql`case when ${score} >= ${clearScore}::double precision then 'positive'
  when ${score} <= -${clearScore}::double precision then 'negative' when ${score} is not null then 'neutral' end`;

/** What a query selects highlights by. */
interface Source {
  personId: Sql;
  person: Sql;
  score: Sql;
  simulated: Sql;
}

/** For a page, which looks up each of its few highlights. */
const fromPage = sql`from taggings g
  left join files f on f.id = g.file_id
  left join clips c on g.target_type = 'clip' and c.id = g.target_id
  left join responses r on r.id = case when g.target_type = 'response' then g.target_id else f.response_id end
  left join engage_sessions e on e.id = f.session_id
  left join participants a on a.id = coalesce(r.participant_id, e.participant_id)
  ${speakers} ${tone}`;
const ofPage: Source = {
  personId: sql`coalesce(a.id, ${speakerRow.id})`,
  person: sql`case when a.id is null then v.label
    else coalesce(nullif(btrim(a.name), ''), a.email, 'Participant ' || r.number, 'Participant') end`,
  score: sql`case when g.target_type = 'response' then (r.sentiment ->> 'score')::double precision else ${toneScore} end`,
  simulated: sql`coalesce(r.simulated, e.simulated, false)`,
};

/** For counting, which reads the files and speakers of the project once. */
const ofAll: Source = {
  personId: personIdOfAll,
  person: sql`coalesce(${namedPersonOfAll}, v.label)`,
  score: scoreOfAll,
  simulated: isSimulated,
};

/** A highlight is represented by the first of its taggings. */
function conditionsOfPage(projectId: string, query: HighlightsQuery): Sql[] {
  const where = [
    sql`g.project_id = ${projectId}`,
    isHighlight,
    sql`not exists (select 1 from taggings o where ${ofPassage} and o.id < g.id)`,
    ...filters(ofPage, query),
  ];
  if (query.tag_id !== undefined)
    where.push(
      sql`exists (select 1 from taggings o where ${ofPassage} and ${among(sql`o.tag_id`, query.tag_id)})`,
    );
  return where;
}

/** Without the tag. */
function filters(source: Source, query: HighlightGroupsQuery | HighlightsQuery): Sql[] {
  const where = [sql`not ${source.simulated}`];
  if (query.file_id !== undefined) where.push(among(sql`g.file_id`, query.file_id));
  if (query.person_id !== undefined) {
    where.push(amongOrNone(source.personId, query.person_id));
    const files = filesOfSpeakers(query.person_id);
    if (files !== undefined) where.push(sql`g.file_id = any(${files}::text[])`);
  }
  if (query.sentiment !== undefined)
    where.push(isFrequent(amongOrNone(moodOf(source.score), query.sentiment)));
  if (query.created_by !== undefined) where.push(among(sql`g.created_by`, query.created_by));
  if (query.source !== undefined) where.push(among(sql`g.source`, query.source));
  if (query.q !== undefined) where.push(contains(sql`g.quote`, query.q));
  return where;
}

/** `none` selects the rows without a value. */
const amongOrNone = (column: Sql, filter: string): Sql =>
  sql`coalesce(${column}, 'none') = any(${splitFilter(filter)}::text[])`;

/** The files of speakers, if all are speakers: their ids begin with the file, whose highlights an index finds. */
function filesOfSpeakers(filter: string): string[] | undefined {
  const ids = splitFilter(filter);
  return ids.every((id) => id.includes(':')) ? ids.map((id) => id.split(':')[0] as string) : undefined;
}

/**
 * The planner expects that a comparison of a computed value holds for few rows, and would compute it for the whole project to
 * sort what it finds. It expects that a value is not null for nearly all rows, so it reads in the order of the page.
 */
const isFrequent = (condition: Sql): Sql => sql`nullif(${condition}, false) is not null`;

export async function listHighlights(db: Db, projectId: string, query: HighlightsQuery) {
  const page = await listPage<HighlightRow>(db, {
    name: `highlights ${projectId}`,
    query,
    select: sql`select g.id, g.project_id, (
        select jsonb_agg(jsonb_build_object('id', o.id, 'tag_id', o.tag_id) order by o.id)
          from taggings o where ${ofPassage}) as taggings,
      g.target_type, g.target_id, g.segment_id, g.start_character, g.end_segment_id, g.end_character, g.file_id,
      f.name as file_name, f.kind as file_kind, r.id as response_id, ${ofPage.personId} as person_id, ${ofPage.person} as person,
      g.quote, g.detached, coalesce(g.start_seconds, c.start_seconds) as start_seconds,
      coalesce(g.end_seconds, c.end_seconds) as end_seconds, ${moodOf(ofPage.score)} as sentiment, ${ofPage.score} as score, g.source,
      g.created_at, g.created_by`,
    from: fromPage,
    where: conditionsOfPage(projectId, query),
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
  person: { id: ofAll.personId, label: ofAll.person },
  file: { id: sql`f.id`, label: sql`f.name` },
  sentiment: { id: moodOf(ofAll.score), label: sql`null::text` },
};

/**
 * The taggings of a project; `nth` is 1 for the first of each passage, and `tag_ids` are the tags of its passage. A join of the
 * taggings with themselves would be slow: the planner expects it to find nearly none.
 */
const numbered = (projectId: string): Sql => sql`
  (select g.*, row_number() over (passage order by g.id) as nth, array_agg(g.tag_id::text) over passage as tag_ids from taggings g
    where g.project_id = ${projectId} and ${isHighlight}
   window passage as (partition by ${join([...passageOf(sql`g`), ...restOfPassageOf(sql`g`)])}))`;

/** The groups, the largest first, and one row for all of them together, in which a highlight with two tags counts once. */
export function groupHighlights(db: Db, projectId: string, query: HighlightGroupsQuery): Promise<GroupRow[]> {
  const groupBy = query.group_by ?? 'tag';
  const { id, label } = groupOf[groupBy];
  const where = [sql`g.nth = 1`, ...filters(ofAll, query)];
  if (query.tag_id !== undefined) where.push(sql`g.tag_ids && ${splitFilter(query.tag_id)}::text[]`);
  const tags =
    groupBy === 'tag'
      ? sql`cross join lateral unnest(g.tag_ids) as tagged (tag_id) join tags t on t.id = tagged.tag_id`
      : sql``;
  return db.query<GroupRow>(sql`
    with ${ofAllFiles(projectId)}
    select x.id, max(x.label) as label, grouping(x.id) = 1 as is_total,
           count(distinct x.highlight_id)::integer as count, count(distinct x.person_id)::integer as person_count,
           (count(distinct x.highlight_id) filter (where x.sentiment = 'positive'))::integer as positive,
           (count(distinct x.highlight_id) filter (where x.sentiment = 'negative'))::integer as negative
      from (select g.id as highlight_id, ${id} as id, ${label} as label, ${ofAll.personId} as person_id,
                   ${moodOf(ofAll.score)} as sentiment
              from ${numbered(projectId)} g ${joinsOfAll} ${tags} where ${join(where, ' and ')}) x
     group by grouping sets ((x.id), ())
     order by is_total desc, count desc, x.id limit ${groupsMax + 1}`);
}
