import { type Db, sql } from '../../../platform/database/index.ts';
import { hasWords, writtenResponses } from '../response-material.ts';
import type { QuestionTerm } from './question.ts';
import { type Scope, type SegmentRow, type SpeakerRow, termQueries } from './store.ts';

/** Responses with words of the question whose answers are read, and the newest ones, which are read in any case. */
const responsesRead = { found: 200, newest: 60 };
/** Answers that are compared with the question. Their vectors are not stored, so this bounds the time of an answer. */
const answersMax = 60;
const charactersMax = 20_000;

/** Everyone who wrote an answer in a completed response, as a speaker of that response. */
export async function listWriters(db: Db, scope: Scope): Promise<SpeakerRow[]> {
  if (scope.file_ids) return [];
  return db.query<SpeakerRow>(sql`
    select 'response' as kind, r.id as file_id, left(t.name, 200) || ' – ' || r.number as file_name,
        'participant' as speaker_id, coalesce(nullif(btrim(p.name), ''), 'Participant ' || r.number) as label,
        'participant' as role, count(*)::integer as turns, 0 as prompts
      from (${writtenResponses(scope.project_id)}) r
      join tests t on t.id = r.test_id
      join participants p on p.id = r.participant_id
      join answers a on a.response_id = r.id and ${hasWords}
     group by r.id, r.number, t.name, p.name order by r.id`);
}

export interface WrittenAnswers {
  /** Each answer after its question, by response. */
  rows: SegmentRow[];
  /** Indexes of the terms in each answer and each question, by the id of its row. */
  termsOf: Map<string, number[]>;
  answerIds: string[];
}

interface AnswerRow {
  id: string;
  response_id: string;
  language: string | null;
  question: string;
  text: string;
  terms: number[];
  asked_terms: number[];
}

/** The written answers with the most words of the question; if there are few, also answers of the newest responses. */
export async function readWrittenAnswers(
  db: Db,
  scope: Scope,
  terms: QuestionTerm[],
  responseIds: string[],
): Promise<WrittenAnswers> {
  if (scope.file_ids) return { rows: [], termsOf: new Map(), answerIds: [] };
  const found = await db.query<AnswerRow>(sql`
    with t as materialized (${termQueries(terms)}),
    written as materialized (${writtenResponses(scope.project_id)}),
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
  return {
    rows: found.flatMap((answer, at) => [
      toRow(answer, questionIdOf(answer), 'question', answer.question, 2 * at),
      toRow(answer, answer.id, 'participant', answer.text, 2 * at + 1),
    ]),
    termsOf: new Map(
      found.flatMap((answer) => [
        [questionIdOf(answer), answer.asked_terms] as const,
        [answer.id, answer.terms] as const,
      ]),
    ),
    answerIds: found.map(({ id }) => id),
  };
}

const questionIdOf = ({ id }: AnswerRow) => `${id} question`;

/** A response has no times and no pages. */
const toRow = (
  { response_id, language }: AnswerRow,
  id: string,
  speaker_id: string,
  text: string,
  ordinal: number,
): SegmentRow => ({
  kind: 'response',
  id,
  file_id: response_id,
  ordinal,
  speaker_id,
  start_seconds: 0,
  end_seconds: 0,
  text,
  page: null,
  revision: null,
  language,
  time_basis: 'estimated',
});
