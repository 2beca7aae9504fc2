import { empty, join, type Sql, sql } from '../../../platform/database/index.ts';
import { among } from '../../../platform/database/keyset-page.ts';
import { isInterviewer } from '../interviewers.ts';
import { span } from '../span.ts';
import type { MatrixQuery } from './schema.ts';

/** Tagged passages, clips and responses. A tag on a whole file, a note or a card says nothing about a moment. */
export const isHighlight = sql`g.status = 'accepted'
  and (g.target_type in ('segment', 'clip', 'response') or (g.target_type = 'file' and g.start_seconds is not null))`;

/** The response of a tagging, or the file that contains its passage. */
const placeOf = (tagging: Sql): Sql =>
  sql`case when ${tagging}.target_type = 'response' then ${tagging}.target_id::text else ${tagging}.file_id::text end`;

/**
 * `tagged`: where each tag is in a file, as one multirange, in which PostgreSQL finds a span by binary search. A comparison of all
 * highlights of a file with each other would take minutes for thousands of them.
 */
const taggedPlaces = (projectId: string, query: MatrixQuery, cell: Cell | undefined): Sql => sql`,
  tagged as materialized (
    select ${placeOf(sql`o`)} as place, o.tag_id::text as tag_id,
           range_agg(${span(sql`coalesce(o.start_seconds, oc.start_seconds)`, sql`coalesce(o.end_seconds, oc.end_seconds)`)})
             filter (where coalesce(o.end_seconds, oc.end_seconds) is not null) as spans
      from taggings o left join clips oc on o.target_type = 'clip' and oc.id = o.target_id
     where o.project_id = ${projectId} and o.status = 'accepted'
       and ${query.tag_ids === undefined ? sql`true` : among(sql`o.tag_id`, query.tag_ids)}
       and ${cell === undefined ? sql`true` : sql`o.tag_id = ${cell.row_id}`}
     group by 1, 2
  )`;

/** Each other tag of the passage of a highlight: of a highlight that overlaps it in time, or of the same response. */
const otherTags = sql`
  join tagged on tagged.place = ${placeOf(sql`g`)} and tagged.tag_id <> g.tag_id
    and (g.target_type = 'response'
      or tagged.spans && ${span(sql`coalesce(g.start_seconds, c.start_seconds)`, sql`coalesce(g.end_seconds, c.end_seconds)`)})
  join tags other on other.id = tagged.tag_id`;

/** The segment in which a highlight begins; null for clips and spans of time. */
const firstSegment = sql`left join segments first on first.id = g.segment_id`;

/** Who speaks in a highlight: in its first segment, or longest in a clip. `case` does not run a query that is not needed. */
const spokenBy = sql`case when g.segment_id is not null then first.speaker_id else (
    select s.speaker_id from segments s
     where s.file_id = g.file_id and s.start_seconds < c.end_seconds and s.end_seconds > c.start_seconds
     order by least(s.end_seconds, c.end_seconds) - greatest(s.start_seconds, c.start_seconds) desc, s.id limit 1
  ) end`;

/** The speaker of each highlight of a page. */
export const speakers = sql`
  ${firstSegment}
  left join lateral (
    select e ->> 'id' as id, e ->> 'label' as label, e ->> 'role' as role
      from transcripts t cross join jsonb_array_elements(t.speakers) e
     where t.file_id = g.file_id and e ->> 'id' = ${spokenBy} limit 1
  ) v on true`;

/** The mood of the segment that contains a highlight, found by key. */
const ownTone = (revision: Sql): Sql => sql`
  left join segment_sentiments own
    on own.segment_id = g.segment_id and g.end_segment_id = g.segment_id and first.since_revision <= ${revision}`;

/**
 * The mood of a highlight. Most are words of one segment and have its mood. Others have the mean of the segments that they touch.
 * Segments that were edited after the analysis, which is of `revision`, have none.
 */
const toneOf = (revision: Sql): Sql => sql`case when g.end_segment_id = g.segment_id then own.score else (
    select sum(m.score * m.words) / nullif(sum(m.words), 0)
      from segments s join segment_sentiments m on m.segment_id = s.id
     where s.file_id = g.file_id and s.since_revision <= ${revision}
       and s.start_seconds >= coalesce(first.start_seconds, 0)
       and s.start_seconds < coalesce(g.end_seconds, c.end_seconds)
       and s.end_seconds > coalesce(g.start_seconds, c.start_seconds)
  ) end`;

/** The mood of each highlight of a page: these joins, and the score. */
export const tone = sql`left join file_sentiments x on x.file_id = g.file_id ${ownTone(sql`x.revision`)}`;
export const toneScore = toneOf(sql`x.revision`);

const personName = sql`coalesce(nullif(btrim(a.name), ''), a.email, 'Participant ' || r.number, 'Participant')`;

/** What a matrix reads once for thousands of highlights: the files of a project with their people, and the speakers of each. */
export const ofAllFiles = (projectId: string, fileId?: string): Sql => sql`
  sources as materialized (
    select f.id, f.name, f.kind, r.id as response_id, coalesce(r.test_id, e.test_id) as test_id, x.revision,
           coalesce(r.simulated, e.simulated, false) as simulated, a.id as person_id,
           case when a.id is not null then ${personName} end as person
      from files f
      left join responses r on r.id = f.response_id
      left join engage_sessions e on e.id = f.session_id
      left join participants a on a.id = coalesce(r.participant_id, e.participant_id)
      left join file_sentiments x on x.file_id = f.id
     where f.project_id = ${projectId} ${fileId === undefined ? empty : sql`and f.id = ${fileId}`}
  ),
  voices as materialized (
    select distinct on (t.file_id, v.id) t.file_id, v.id, v.label, coalesce(${isInterviewer}, false) as asks
      from sources f join transcripts t on t.file_id = f.id cross join lateral (
        select e ->> 'id' as id, e ->> 'label' as label, e ->> 'role' as role from jsonb_array_elements(t.speakers) e
      ) v
     order by t.file_id, v.id
  )`;

export const speakerRow = {
  id: sql`g.file_id || ':' || v.id`,
  label: sql`v.label || ' – ' || f.name`,
};

/** Joins all highlights `g` of a project with what `ofAllFiles` reads: their file `f`, response `r`, person `a` and speaker `v`. */
export const joinsOfAll = sql`
      left join sources f on f.id = g.file_id
      left join clips c on g.target_type = 'clip' and c.id = g.target_id
      left join responses r on g.target_type = 'response' and r.id = g.target_id
      left join participants a on a.id = r.participant_id
      ${firstSegment}
      left join voices v on v.file_id = g.file_id and v.id = ${spokenBy}
      ${ownTone(sql`f.revision`)}`;
export const isSimulated = sql`coalesce(r.simulated, f.simulated, false)`;
export const personIdOfAll = sql`coalesce(f.person_id, a.id, ${speakerRow.id})`;
export const namedPersonOfAll = sql`case when f.person_id is not null then f.person when a.id is not null then ${personName} end`;
export const scoreOfAll = sql`case when g.target_type = 'response' then (r.sentiment ->> 'score')::double precision
  else ${toneOf(sql`f.revision`)} end`;

/** What identifies and names the row of a highlight. A highlight without a row is not in the matrix. */
const rowsBy: Record<NonNullable<MatrixQuery['rows']>, { id: Sql; label: Sql; where: Sql }> = {
  participant: {
    id: personIdOfAll,
    label: sql`coalesce(${namedPersonOfAll}, ${speakerRow.label})`,
    where: sql`not coalesce(v.asks, false)`,
  },
  file: { id: sql`f.id`, label: sql`f.name`, where: sql`true` },
  speaker: { ...speakerRow, where: sql`true` },
  tag: { id: sql`other.id`, label: sql`other.name`, where: sql`true` },
};

/** One cell, whose highlights can be found by tag and file without reading those of other cells. */
export interface Cell {
  row_id: string;
  column_id: string;
}

/** The file of a row: a row of a speaker begins with it. Rows of participants and tags may have many. */
function fileOfRow(rows: MatrixQuery['rows'], cell: Cell | undefined): string | undefined {
  if (cell === undefined || rows === 'tag') return undefined;
  if (rows === 'file') return cell.row_id;
  return cell.row_id.includes(':') ? cell.row_id.split(':')[0] : undefined;
}

/** A query of the highlights of a project, or of one cell, with the row and the column of each. */
export function highlights(projectId: string, query: MatrixQuery, cell?: Cell): Sql {
  const row = rowsBy[query.rows ?? 'participant'];
  const fileId = fileOfRow(query.rows, cell);
  const where = [sql`g.project_id = ${projectId}`, isHighlight, sql`not ${isSimulated}`, row.where];
  if (cell !== undefined) where.push(sql`g.tag_id = ${cell.column_id}`);
  if (fileId !== undefined) where.push(sql`g.file_id = ${fileId}`);
  if (query.tag_ids !== undefined) where.push(among(sql`g.tag_id`, query.tag_ids));
  if (query.file_ids !== undefined) where.push(among(sql`g.file_id`, query.file_ids));
  if (query.test_id !== undefined) where.push(among(sql`coalesce(r.test_id, f.test_id)`, query.test_id));
  return sql`
    with ${ofAllFiles(projectId, fileId)} ${query.rows === 'tag' ? taggedPlaces(projectId, query, cell) : empty}
    select 'highlight' as type, g.id::text as id, g.created_at, ${row.id} as row_id, ${row.label} as row_label,
        g.tag_id::text as column_id, t.name as column_label, null::bigint as column_place,
        g.file_id::text as file_id, f.name as file_name, f.kind as file_kind, g.segment_id::text as segment_id,
        coalesce(r.id, f.response_id)::text as response_id, null::text as quote,
        v.label as speaker, coalesce(g.start_seconds, c.start_seconds) as start_seconds,
        coalesce(g.end_seconds, c.end_seconds) as end_seconds,
        coalesce(g.end_seconds, c.end_seconds) - coalesce(g.start_seconds, c.start_seconds) as seconds,
        ${scoreOfAll} as score
      from taggings g ${joinsOfAll} join tags t on t.id = g.tag_id ${query.rows === 'tag' ? otherTags : empty}
     where ${join(where, ' and ')}`;
}
