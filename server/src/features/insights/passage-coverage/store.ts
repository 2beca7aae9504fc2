import { type Db, join, type Sql, sql } from '../../../platform/database/index.ts';
import { among } from '../../../platform/database/keyset-page.ts';
import { clearScore } from '../../ai/sentiment/index.ts';
import { isInterviewer } from '../interviewers.ts';
import { span } from '../span.ts';
import { type CoverageQuery, filesMax, lengthSteps, strongMax, unusedMax } from './schema.ts';

/**
 * `passages`: the segments of participants, and whether a finding uses them. Highlights, citations and evidence are compared
 * by time, because they may begin in the middle of a segment and end in another one. All of a file become one multirange,
 * in which PostgreSQL finds a segment by binary search. Participants of a simulation are not people.
 */
function passages(projectId: string, { file_ids }: CoverageQuery): Sql {
  const where = [sql`f.project_id = ${projectId}`, sql`not coalesce(r.simulated, e.simulated, false)`];
  if (file_ids !== undefined) where.push(among(sql`f.id`, file_ids));
  return sql`
    used as (
      select g.file_id::text as file_id, true as is_highlight, coalesce(g.start_seconds, c.start_seconds) as start_seconds,
             coalesce(g.end_seconds, c.end_seconds) as end_seconds
        from taggings g left join clips c on g.target_type = 'clip' and c.id = g.target_id
       where g.project_id = ${projectId} and g.status = 'accepted' and not g.detached and g.file_id is not null
      union all
      select q ->> 'file_id', false, (q ->> 'start_seconds')::double precision, (q ->> 'end_seconds')::double precision
        from (select citations as quotes from reports where project_id = ${projectId}
              union all select evidence from cards where project_id = ${projectId}) x
        cross join jsonb_array_elements(x.quotes) q
       where q ->> 'file_id' is not null and coalesce(q ->> 'detached', 'false') <> 'true'
         and coalesce(q ->> 'verified', 'true') = 'true'
    ),
    spans as (
      select u.file_id, range_agg(${span(sql`u.start_seconds`, sql`u.end_seconds`)}) filter (where u.is_highlight) as highlighted,
             range_agg(${span(sql`u.start_seconds`, sql`u.end_seconds`)}) filter (where not u.is_highlight) as cited
        from used u where u.start_seconds is not null and u.end_seconds is not null group by u.file_id
    ),
    voices as materialized (
      select f.id, f.name, f.created_at, v.id as speaker_id, v.label, u.highlighted, u.cited
        from files f join transcripts t on t.file_id = f.id
        left join responses r on r.id = f.response_id
        left join engage_sessions e on e.id = f.session_id
        left join spans u on u.file_id = f.id
        cross join lateral (
          select x ->> 'id' as id, x ->> 'label' as label, x ->> 'role' as role from jsonb_array_elements(t.speakers) x
        ) v
       where ${join(where, ' and ')} and not coalesce(${isInterviewer}, false)
    ),
    passages as (
      select f.id as file_id, f.name as file_name, f.created_at, f.label as speaker, s.id as segment_id, s.start_seconds,
             s.end_seconds, s.text, s.since_revision,
             coalesce(f.highlighted && ${span(sql`s.start_seconds`, sql`s.end_seconds`)}, false) as is_highlighted,
             coalesce(f.cited && ${span(sql`s.start_seconds`, sql`s.end_seconds`)}, false) as is_cited
        from voices f join segments s on s.file_id = f.id and s.speaker_id = f.speaker_id
    )`;
}

/** From the first to the last step of the length of a file, without the last: `[3, 5]` is the third and fourth step. */
type Steps = [number, number];

export interface FileCoverageRow {
  file_id: string;
  name: string;
  length_seconds: number;
  passage_count: number;
  highlighted_count: number;
  cited_count: number;
  unused_count: number;
  cited: Steps[];
  highlighted: Steps[];
  strong_unused: number[];
}

/** The spans of a multirange in milliseconds, widened to steps of the length, so that a file has a limited number of them. */
const stepsOf = (spans: Sql): Sql => sql`
  coalesce((
    select jsonb_agg(jsonb_build_array(lower(steps), upper(steps)) order by steps)
      from (select unnest(range_agg(int4range(
                     floor(lower(span) * ${lengthSteps}::integer / 1000 / nullif(x.length_seconds, 0))::integer,
                     ceil(upper(span) * ${lengthSteps}::integer / 1000 / nullif(x.length_seconds, 0))::integer))) as steps
              from unnest(${spans}) span) y), '[]')`;

export const readFileCoverage = (
  db: Db,
  projectId: string,
  query: CoverageQuery,
): Promise<FileCoverageRow[]> =>
  db.query<FileCoverageRow>(sql`
    with ${passages(projectId, query)},
    files_of_project as (
      select p.file_id, p.file_name as name, p.created_at, max(p.end_seconds)::double precision as length_seconds,
             count(*)::integer as passage_count,
             (count(*) filter (where p.is_highlighted))::integer as highlighted_count,
             (count(*) filter (where p.is_cited))::integer as cited_count,
             (count(*) filter (where not p.is_highlighted and not p.is_cited))::integer as unused_count,
             range_agg(${span(sql`p.start_seconds`, sql`p.end_seconds`)}) filter (where p.is_cited) as cited,
             range_agg(${span(sql`p.start_seconds`, sql`p.end_seconds`)})
               filter (where p.is_highlighted and not p.is_cited) as highlighted,
             (array_agg(p.start_seconds::double precision order by abs(m.score) desc, p.start_seconds)
               filter (where not p.is_highlighted and not p.is_cited and abs(m.score) >= ${clearScore}::double precision)
             )[1:${strongMax}] as strong_unused
        from passages p
        left join file_sentiments a on a.file_id = p.file_id and p.since_revision <= a.revision
        left join segment_sentiments m on m.segment_id = p.segment_id and a.file_id is not null
       group by p.file_id, p.file_name, p.created_at
       order by p.created_at desc, p.file_id desc limit ${filesMax + 1}
    )
    select x.file_id, x.name, x.length_seconds, x.passage_count, x.highlighted_count, x.cited_count, x.unused_count,
           ${stepsOf(sql`x.cited`)} as cited, ${stepsOf(sql`x.highlighted`)} as highlighted,
           coalesce(x.strong_unused, '{}') as strong_unused
      from files_of_project x order by x.created_at desc, x.file_id desc`);

interface CoverageTotals {
  passage_count: number;
  cited_count: number;
  unused_count: number;
  strong_unused_count: number;
}

/** The sums of all files, and how many unused passages have a clear mood. */
export async function readCoverageTotals(db: Db, projectId: string): Promise<CoverageTotals> {
  const [row] = await db.query<CoverageTotals>(sql`
    with ${passages(projectId, {})}
    select count(*)::integer as passage_count, (count(*) filter (where p.is_cited))::integer as cited_count,
           (count(*) filter (where not p.is_highlighted and not p.is_cited))::integer as unused_count,
           (count(*) filter (where not p.is_highlighted and not p.is_cited and p.since_revision <= x.revision
              and abs(m.score) >= ${clearScore}::double precision))::integer as strong_unused_count
      from passages p
      left join file_sentiments x on x.file_id = p.file_id
      left join segment_sentiments m on m.segment_id = p.segment_id`);
  return row ?? { passage_count: 0, cited_count: 0, unused_count: 0, strong_unused_count: 0 };
}

export interface UnusedPassageRow {
  segment_id: string;
  file_id: string;
  file_name: string;
  speaker: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
  score: number | null;
}

export const readUnusedPassages = (
  db: Db,
  projectId: string,
  query: CoverageQuery,
): Promise<UnusedPassageRow[]> =>
  db.query<UnusedPassageRow>(sql`
    with ${passages(projectId, query)}
    select p.segment_id, p.file_id, p.file_name, p.speaker, p.start_seconds, p.end_seconds, p.text,
           m.score::double precision as score
      from passages p
      left join file_sentiments x on x.file_id = p.file_id and p.since_revision <= x.revision
      left join segment_sentiments m on m.segment_id = p.segment_id and x.file_id is not null
     where not p.is_highlighted and not p.is_cited
     order by abs(m.score) desc nulls last, p.created_at desc, p.start_seconds, p.segment_id limit ${unusedMax}`);
