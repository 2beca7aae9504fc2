import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import type { ProjectRecords } from '../projects/index.ts';
import type { Candidate, SourceFilter, StoredSource } from './source.ts';

export const responseRecords: ProjectRecords = {
  kind: 'response',
  rows: sql`select id, project_id, null::text as file_id from responses`,
};

/** Words of a participant. The text of a choice, ranking or rating is that of the test: it is counted, never quoted. */
export const hasWords = sql`a.type in ('open', 'task') and not a.skipped and a.text is not null and btrim(a.text) <> ''`;

/** Something that was written or can be counted. */
const hasContent = sql`(${hasWords} or (not a.skipped and a.type not in ('open', 'task', 'statement')))`;

/** Bounds the memory of a chat question. */
const responsesMax = 20_000;

/** The newest completed responses of a project. An interview is read as its transcript, which is a file. */
export const writtenResponses = (projectId: string): Sql => sql`
  select r.id, r.number, r.language, r.test_id, r.participant_id, r.created_at from responses r
   where r.project_id = ${projectId} and r.status = 'completed' and not r.simulated
     and not exists (select 1 from files f where f.response_id = r.id)
   order by r.created_at desc, r.id desc limit ${responsesMax}`;

/** Responses with a conversation are left out of `all`, because its transcript is a file of the project. */
export async function listResponses(db: Db, filter: SourceFilter): Promise<Candidate[]> {
  const { project_id, response_ids = [], tag_ids } = filter;
  const chosen = response_ids === 'all' ? null : response_ids;
  const tags = tag_ids?.length ? tag_ids : null;
  return db.query<Candidate>(sql`
    select 'response' as kind, r.id, left(t.name, 200) || ' – ' || r.number as name,
        exists (select 1 from answers a where a.response_id = r.id and ${hasContent}) as transcribed,
        exists (select 1 from answers a where a.response_id = r.id and ${hasContent})
          and (${tags}::text[] is null or exists (
            select 1 from taggings g where g.target_type = 'response' and g.target_id = r.id and g.status = 'accepted'
              and g.tag_id = any(${tags ?? []}::text[]))) as readable
      from responses r join tests t on t.id = r.test_id
     where r.project_id = ${project_id}
       and case when ${chosen}::text[] is null
             then r.status = 'completed' and not r.simulated
               and not exists (select 1 from files f where f.response_id = r.id)
             else r.id = any(${chosen ?? []}::text[]) end
     order by r.created_at, r.id`);
}

/** The questions and the written answers, as if the questions had been asked. A response has no times. */
export async function readResponse(db: Db, id: string, name: string): Promise<StoredSource | undefined> {
  const [read] = await db.query<StoredSource>(sql`
    select 'response' as kind, r.id, ${name}::text as name, null::integer as revision, r.language,
      'estimated' as time_basis,
      json_build_array(
        json_build_object('id', 'question', 'label', 'Question', 'role', 'interviewer'),
        json_build_object('id', 'participant', 'label', coalesce(nullif(btrim(p.name), ''), 'Participant ' || r.number),
          'role', 'participant')) as speakers,
      coalesce((select json_agg(json_build_object('id', s.id, 'ordinal', s.ordinal, 'speaker_id', s.speaker_id,
          'start_seconds', 0, 'end_seconds', 0, 'text', s.text, 'page', null) order by s.ordinal)
        from (
          select v.id, v.speaker_id, v.text, row_number() over (order by a.created_at, a.turn, a.id, v.place) as ordinal
            from answers a cross join lateral (values
              (a.id || ' question', 'question', a.question, 1), (a.id::text, 'participant', a.text, 2)
            ) as v (id, speaker_id, text, place)
           where a.response_id = r.id and ${hasWords}) s), '[]'::json)::text as segments_json
      from responses r join participants p on p.id = r.participant_id where r.id = ${id}`);
  return read;
}

/** Returns the ids that exist. They cannot be deleted until the caller commits. */
export async function lockResponses(tx: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    sql`select id from responses where id = any(${ids}::text[]) order by id for key share`,
  );
  return new Set(rows.map(({ id }) => id));
}
