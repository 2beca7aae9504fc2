import { type Db, sql } from '../../../platform/database/index.ts';
import { clearScore } from '../../ai/sentiment/index.ts';
import { isHighlight } from '../matrix/index.ts';

export interface TagRow {
  id: string;
  name: string;
  color: string | null;
  moment_count: number;
  new_count: number;
  person_count: number;
  theme_count: number;
  all_person_count: number;
}

/** The latest highlights of a project that its overview counts. All of a larger project would take longer than a page may wait. */
export const countedMax = 10_000;

/** Whether a project has more highlights than its overview counts. */
export async function isLarge(db: Db, projectId: string): Promise<boolean> {
  const rows = await db.query(
    sql`select 1 from taggings where project_id = ${projectId} order by created_at desc offset ${countedMax} limit 1`,
  );
  return rows.length > 0;
}

/**
 * The tags that most people talk about. Highlights are counted by tag, file and speaker first, so that thousands of them join only
 * as many rows as there are speakers.
 */
export const readTopTags = (db: Db, projectId: string, since: Date, limit: number): Promise<TagRow[]> =>
  db.query<TagRow>(sql`
    with spoken as materialized (
      select g.tag_id, g.file_id, g.speaker, case when g.target_type = 'response' then g.target_id end as response_id,
             count(*) as moments, count(*) filter (where g.created_at >= ${since}) as recent
        from (
          select * from taggings g where g.project_id = ${projectId} and ${isHighlight}
           order by g.created_at desc, g.id desc limit ${countedMax}
        ) g group by 1, 2, 3, 4
    ),
    said as materialized (
      select s.tag_id, s.moments, s.recent,
             coalesce(r.participant_id::text, e.participant_id::text, s.file_id || ':' || s.speaker) as person_id
        from spoken s left join files f on f.id = s.file_id
        left join responses r on r.id = coalesce(s.response_id, f.response_id)
        left join engage_sessions e on e.id = f.session_id
       where not coalesce(r.simulated, e.simulated, false)
    )
    select t.id, t.name, t.color, sum(s.moments)::integer as moment_count, sum(s.recent)::integer as new_count,
           count(distinct s.person_id)::integer as person_count, (count(*) over ())::integer as theme_count,
           (select count(distinct person_id)::integer from said) as all_person_count
      from said s join tags t on t.id = s.tag_id
     group by t.id order by person_count desc, moment_count desc, t.id limit ${limit}`);

interface MoodRow {
  tag_id: string;
  positive: number;
  negative: number;
  strongest_id: string | null;
}

const isInOneSegment = sql`coalesce(g.end_segment_id = g.segment_id, true)`;

/** The most highlights of a tag whose moods are read: the latest ones. More would take longer than a page may wait. */
const analyzedMax = 1_000;

/**
 * How the highlights of some tags sound, and the one with the clearest mood that is long enough to mean something and short
 * enough to read. Most passages are in one segment, whose mood is theirs. The segments that a longer one touches begin between its
 * first segment and its end, so an index finds them.
 */
export const readMoods = (db: Db, projectId: string, tagIds: string[]): Promise<MoodRow[]> =>
  db.query<MoodRow>(sql`
    select x.tag_id, (count(*) filter (where x.score >= ${clearScore}))::integer as positive,
           (count(*) filter (where x.score <= -${clearScore}::double precision))::integer as negative,
           (array_agg(x.id order by (x.length between 25 and 280) desc, abs(x.score) desc nulls last, x.id desc)
             filter (where x.length > 0))[1] as strongest_id
      from (
        select g.id, g.tag_id, char_length(g.quote) as length,
               case when g.target_type = 'response' then (r.sentiment ->> 'score')::double precision
                 when first.id is not null and ${isInOneSegment} then lone.score else tone.score end as score
          from unnest(${tagIds}::text[]) chosen(tag_id)
          cross join lateral (
            select * from taggings g
             where g.tag_id = chosen.tag_id and g.project_id = ${projectId} and ${isHighlight}
             order by g.created_at desc, g.id desc limit ${analyzedMax}
          ) g
          left join clips c on g.target_type = 'clip' and c.id = g.target_id
          left join segments first on first.id = g.segment_id
          left join responses r on g.target_type = 'response' and r.id = g.target_id
          left join file_sentiments x on x.file_id = g.file_id
          left join segment_sentiments lone on lone.segment_id = first.id and first.since_revision <= x.revision
          left join lateral (
            select sum(m.score * m.words) / nullif(sum(m.words), 0) as score
              from segments s join segment_sentiments m on m.segment_id = s.id
             where (first.id is null or not ${isInOneSegment}) and s.file_id = x.file_id and s.since_revision <= x.revision
               and s.start_seconds >= coalesce(first.start_seconds, 0)
               and s.start_seconds < coalesce(g.end_seconds, c.end_seconds)
               and s.end_seconds > coalesce(g.start_seconds, c.start_seconds)
          ) tone on true) x
     group by x.tag_id`);

export interface MomentRow {
  id: string;
  file_id: string | null;
  file_name: string | null;
  file_kind: string | null;
  segment_id: string | null;
  response_id: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  quote: string | null;
  person: string | null;
}

export const readHighlightedMoments = (db: Db, ids: string[]): Promise<MomentRow[]> =>
  db.query<MomentRow>(sql`
    select g.id, g.file_id, f.name as file_name, f.kind as file_kind, g.segment_id, r.id as response_id,
           coalesce(g.start_seconds, c.start_seconds) as start_seconds, coalesce(g.end_seconds, c.end_seconds) as end_seconds,
           g.quote, coalesce(nullif(btrim(a.name), ''), g.speaker, a.email, 'Participant ' || r.number) as person
      from taggings g left join files f on f.id = g.file_id
      left join clips c on g.target_type = 'clip' and c.id = g.target_id
      left join responses r on r.id = case when g.target_type = 'response' then g.target_id else f.response_id end
      left join engage_sessions e on e.id = f.session_id
      left join participants a on a.id = coalesce(r.participant_id, e.participant_id)
     where g.id = any(${ids})`);
