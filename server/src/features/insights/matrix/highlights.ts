import { join, type Sql, sql } from '../../../platform/database/index.ts';
import { among } from '../../../platform/database/keyset-page.ts';
import { isInterviewer } from '../interviewers.ts';
import type { MatrixQuery } from './schema.ts';

/** Tagged passages, clips and responses. A tag on a whole file, a note or a card says nothing about a moment. */
export const isHighlight = sql`g.status = 'accepted'
  and (g.target_type in ('segment', 'clip', 'response') or (g.target_type = 'file' and g.start_seconds is not null))`;

/** Each other tag of the passage of a highlight: of a highlight that overlaps it in time, or of the same response. */
const otherTags = (query: MatrixQuery): Sql => sql`
  cross join lateral (
    select distinct o.tag_id from taggings o left join clips oc on o.target_type = 'clip' and oc.id = o.target_id
     where o.status = 'accepted' and o.tag_id <> g.tag_id
       and ${query.tag_ids === undefined ? sql`true` : among(sql`o.tag_id`, query.tag_ids)}
       and (
         (g.target_type = 'response' and o.target_type = 'response' and o.target_id = g.target_id)
         or (g.target_type <> 'response' and o.file_id = g.file_id
           and coalesce(o.start_seconds, oc.start_seconds) < coalesce(g.end_seconds, c.end_seconds)
           and coalesce(o.end_seconds, oc.end_seconds) > coalesce(g.start_seconds, c.start_seconds))
       )
  ) pair join tags other on other.id = pair.tag_id`;

/** Who speaks in a highlight: in its first segment, or longest in a clip. */
const spokenBy = sql`
  left join segments first on first.id = g.segment_id
  left join lateral (
    select s.speaker_id from segments s
     where g.segment_id is null and s.file_id = g.file_id and s.start_seconds < c.end_seconds
       and s.end_seconds > c.start_seconds
     order by least(s.end_seconds, c.end_seconds) - greatest(s.start_seconds, c.start_seconds) desc, s.id limit 1
  ) longest on true`;

/** The speaker of each highlight of a page. */
export const speakers = sql`
  ${spokenBy}
  left join lateral (
    select e ->> 'id' as id, e ->> 'label' as label, e ->> 'role' as role
      from transcripts t cross join jsonb_array_elements(t.speakers) e
     where t.file_id = g.file_id and e ->> 'id' = coalesce(first.speaker_id, longest.speaker_id) limit 1
  ) v on true`;

/** The mean mood of the segments that it touches. Segments that were edited after the analysis have none. */
export const tone = sql`
  left join lateral (
    select sum(m.score * m.words) / nullif(sum(m.words), 0) as score
      from segments s join segment_sentiments m on m.segment_id = s.id
      join file_sentiments x on x.file_id = m.file_id and s.since_revision <= x.revision
     where s.file_id = g.file_id and s.start_seconds < coalesce(g.end_seconds, c.end_seconds)
       and s.end_seconds > coalesce(g.start_seconds, c.start_seconds)
  ) tone on true`;

/**
 * What a matrix reads once for thousands of highlights: the speakers of a project, and its analyzed files with a length that
 * no segment of theirs has. It bounds where a segment that touches a highlight can begin, so that an index finds these few.
 */
export const ofAllFiles = (projectId: string): Sql => sql`
  voices as materialized (
    select distinct on (t.file_id, e ->> 'id') t.file_id, e ->> 'id' as id, e ->> 'label' as label, e ->> 'role' as role
      from transcripts t cross join jsonb_array_elements(t.speakers) e
     where t.file_id in (select id from files where project_id = ${projectId})
     order by t.file_id, e ->> 'id'
  ),
  analyzed as materialized (
    select x.file_id, x.revision, 1 + coalesce(max(s.end_seconds - s.start_seconds), 0) as longest_seconds
      from file_sentiments x left join segments s on s.file_id = x.file_id
     where x.project_id = ${projectId} group by x.file_id, x.revision
  )`;

/** As `speakers` and `tone`, for all highlights of a project. */
export const speakersAndTones = sql`
  ${spokenBy}
  left join voices v on v.file_id = g.file_id and v.id = coalesce(first.speaker_id, longest.speaker_id)
  left join analyzed x on x.file_id = g.file_id
  left join lateral (
    select sum(m.score * m.words) / nullif(sum(m.words), 0) as score
      from segments s join segment_sentiments m on m.segment_id = s.id
     where s.file_id = x.file_id and s.since_revision <= x.revision
       and s.start_seconds < coalesce(g.end_seconds, c.end_seconds)
       and s.start_seconds > coalesce(g.start_seconds, c.start_seconds) - x.longest_seconds
       and s.end_seconds > coalesce(g.start_seconds, c.start_seconds)
  ) tone on true`;

export const speakerRow = {
  id: sql`g.file_id || ':' || v.id`,
  label: sql`v.label || ' – ' || f.name`,
};

/** What identifies and names the row of a highlight. A highlight without a row is not in the matrix. */
const rowsBy: Record<NonNullable<MatrixQuery['rows']>, { id: Sql; label: Sql; where: Sql }> = {
  participant: {
    id: sql`coalesce(a.id, ${speakerRow.id})`,
    label: sql`case when a.id is null then ${speakerRow.label}
      else coalesce(nullif(btrim(a.name), ''), a.email, 'Participant ' || r.number, 'Participant') end`,
    where: sql`not coalesce(${isInterviewer}, false)`,
  },
  file: { id: sql`f.id`, label: sql`f.name`, where: sql`true` },
  speaker: { ...speakerRow, where: sql`true` },
  tag: { id: sql`other.id`, label: sql`other.name`, where: sql`true` },
};

/** A query of the highlights of a project, with the row and the column of each. */
export function highlights(projectId: string, query: MatrixQuery): Sql {
  const row = rowsBy[query.rows ?? 'participant'];
  const where = [
    sql`g.project_id = ${projectId}`,
    isHighlight,
    sql`not coalesce(r.simulated, e.simulated, false)`,
    row.where,
  ];
  if (query.tag_ids !== undefined) where.push(among(sql`g.tag_id`, query.tag_ids));
  if (query.file_ids !== undefined) where.push(among(sql`g.file_id`, query.file_ids));
  if (query.test_id !== undefined) where.push(among(sql`coalesce(r.test_id, e.test_id)`, query.test_id));
  return sql`
    with ${ofAllFiles(projectId)}
    select 'highlight' as type, g.id::text as id, g.created_at, ${row.id} as row_id, ${row.label} as row_label,
        g.tag_id::text as column_id, t.name as column_label, null::bigint as column_place,
        g.file_id::text as file_id, f.name as file_name, f.kind as file_kind, g.segment_id::text as segment_id, r.id::text as response_id, null::text as quote,
        v.label as speaker, coalesce(g.start_seconds, c.start_seconds) as start_seconds,
        coalesce(g.end_seconds, c.end_seconds) as end_seconds,
        coalesce(g.end_seconds, c.end_seconds) - coalesce(g.start_seconds, c.start_seconds) as seconds,
        case when g.target_type = 'response' then (r.sentiment ->> 'score')::double precision else tone.score end as score
      from taggings g join tags t on t.id = g.tag_id
      left join files f on f.id = g.file_id
      left join clips c on g.target_type = 'clip' and c.id = g.target_id
      left join responses r on r.id = case when g.target_type = 'response' then g.target_id else f.response_id end
      left join engage_sessions e on e.id = f.session_id
      left join participants a on a.id = coalesce(r.participant_id, e.participant_id)
      ${speakersAndTones} ${query.rows === 'tag' ? otherTags(query) : sql``}
     where ${join(where, ' and ')}`;
}
