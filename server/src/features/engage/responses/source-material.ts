import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type {
  Candidate,
  ResponseFilter,
  ResponseMaterial,
  SpeakerRow,
  StoredSource,
  WrittenAnswer,
  WrittenFilter,
} from '../../evidence/index.ts';
import { countAbout, countChoices } from './count-choices.ts';
import { saveResponseSentiment } from './store.ts';

/** Words of a participant. The text of a choice, ranking or rating is that of the test: it is counted, never quoted. */
const hasWords = sql`a.type in ('open', 'task') and not a.skipped and a.text is not null and btrim(a.text) <> ''`;

/** Something that was written or can be counted. */
const hasContent = sql`(${hasWords} or (not a.skipped and a.type not in ('open', 'task', 'statement')))`;

/** Bounds the memory of a chat question. */
const responsesMax = 20_000;

/** The newest completed responses. An interview is read as its transcript, which is a file. */
const writtenResponses = ({ project_id, test_ids, tag_ids, people }: WrittenFilter): Sql => sql`
  select r.id, r.number, r.language, r.test_id, r.participant_id, r.created_at from responses r
   where r.project_id = ${project_id} and r.status = 'completed' and not r.simulated
     and ${test_ids ? sql`r.test_id = any(${test_ids}::text[])` : sql`true`}
     and ${
       tag_ids
         ? sql`exists (select 1 from taggings g where g.target_type = 'response' and g.target_id = r.id
             and g.status = 'accepted' and g.tag_id = any(${tag_ids}::text[]))`
         : sql`true`
     }
     and ${
       people
         ? sql`exists (select 1 from participants p where p.id = r.participant_id
             and coalesce(nullif(btrim(p.name), ''), 'Participant ' || r.number) = any(${people}::text[]))`
         : sql`true`
     }
     and not exists (select 1 from files f where f.response_id = r.id)
   order by r.created_at desc, r.id desc limit ${responsesMax}`;

/** Responses with a conversation are left out of `all`, because its transcript is a file of the project. */
async function list(db: Db, filter: ResponseFilter): Promise<Candidate[]> {
  const { project_id, response_ids, tag_ids } = filter;
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
async function read(db: Db, id: string, name: string): Promise<StoredSource | undefined> {
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
async function lock(tx: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    sql`select id from responses where id = any(${ids}::text[]) order by id for key share`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Responses with words of the question whose answers are read, and the newest ones, which are read in any case. */
const responsesRead = { found: 200, newest: 60 };
/** Answers that are compared with the question. Their vectors are not stored, so this bounds the time of an answer. */
const answersMax = 60;
const charactersMax = 20_000;

async function listWriters(db: Db, filter: WrittenFilter): Promise<SpeakerRow[]> {
  return db.query<SpeakerRow>(sql`
    select 'response' as kind, r.id as file_id, left(t.name, 200) || ' – ' || r.number as file_name,
        'participant' as speaker_id, coalesce(nullif(btrim(p.name), ''), 'Participant ' || r.number) as label,
        'participant' as role, count(*)::integer as turns, 0 as prompts
      from (${writtenResponses(filter)}) r
      join tests t on t.id = r.test_id
      join participants p on p.id = r.participant_id
      join answers a on a.response_id = r.id and ${hasWords}
     group by r.id, r.number, t.name, p.name order by r.id`);
}

async function findAnswers(
  db: Db,
  filter: WrittenFilter,
  terms: Sql,
  responseIds: string[],
): Promise<WrittenAnswer[]> {
  return db.query<WrittenAnswer>(sql`
    with t as materialized (${terms}),
    written as materialized (${writtenResponses(filter)}),
    chosen as (
      select id, language from written where id = any(${responseIds.slice(0, responsesRead.found)}::text[])
      union (select id, language from written order by created_at desc, id desc limit ${responsesRead.newest})),
    compared as (
      select a.id, a.response_id, c.language, a.question, left(a.text, ${charactersMax}) as text, a.created_at, a.turn,
          array(select t.n from t where search_vector(null, a.text) @@ t.query order by t.n) as terms,
          array(select t.n from t where search_vector(null, a.question) @@ t.query order by t.n) as asked_terms
        from chosen c join answers a on a.response_id = c.id and ${hasWords}),
    best as (
      select * from compared
       order by cardinality(terms) desc, cardinality(asked_terms) desc, length(text) desc, id limit ${answersMax})
    select id, response_id, language, question, text, terms, asked_terms from best
     order by response_id, created_at, turn, id`);
}

/** The recordings of responses and sessions of these tests. */
async function filesOf(db: Db, projectId: string, testIds: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select f.id from files f
      left join responses r on r.id = f.response_id
      left join engage_sessions e on e.id = f.session_id
     where f.project_id = ${projectId} and coalesce(r.test_id, e.test_id) = any(${testIds}::text[])
     order by f.id`);
  return rows.map(({ id }) => id);
}

/** The participant's own words: texts of choices are the researcher's. A test has at most 100 questions. */
async function readWords(db: Db, responseId: string): Promise<string[]> {
  const rows = await db.query<{ text: string }>(sql`
    select a.text from answers a join responses r on r.id = a.response_id
     where r.id = ${responseId} and r.status = 'completed' and btrim(a.text) <> '' and not a.in_screener
       and (a.type in ('open', 'task') or a.turn > 0)
     order by a.created_at, a.id`);
  return rows.map(({ text }) => text);
}

/** What reports and chats read of responses. */
export const responseMaterial: ResponseMaterial = {
  list,
  read,
  lock,
  languages: (filter) =>
    sql`select r.language from (${writtenResponses(filter)}) r where r.language is not null`,
  listWriters,
  findAnswers,
  countChoices,
  countAbout,
  filesOf,
  readWords,
  saveTone: saveResponseSentiment,
};
