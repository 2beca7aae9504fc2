import { notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { QuestionType } from '../tests/index.ts';
import type { PathAnswer } from './path.ts';
import type { ReadAnswer } from './read-answer.ts';

/** An answer to save. If the question was answered before, the answer with its id is replaced. */
export interface NewAnswer extends ReadAnswer {
  response_id: string;
  question_id: string;
  /** 0 for the question itself; then the number of the follow-up question. */
  turn: number;
  follow_up_of: string | null;
  in_screener: boolean;
  question: string;
  type: QuestionType;
  duration_seconds: number | null;
  signals: { pasted?: boolean };
}

export interface AnswerRow extends NewAnswer {
  id: string;
  file_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export type SavedAnswer = Pick<
  AnswerRow,
  'id' | 'question_id' | 'turn' | 'value' | 'text' | 'option_ids' | 'skipped' | 'duration_seconds'
>;

/** The answer that was saved, and all answers of the response with it, to decide what comes next. */
export interface SavedAnswers {
  answer: SavedAnswer;
  answers: (PathAnswer & { id: string })[];
}

/** One row for each answer of the response, or one with nulls if it has no other answer. */
type StoredRow = Omit<SavedAnswer, 'text'> & { write: number; saved_id: string | null };
type EmptyRow = {
  [Field in keyof StoredRow]: Field extends 'write' | 'saved_id' ? StoredRow[Field] : null;
};

const inProgress = 'in_progress';

/** What must be true when the answer is written. */
export interface WriteGuard {
  /** The version of the test that the caller has checked; undefined: the test's state does not matter. */
  test_version?: number;
  /** The link with which the participant answers: it must not be revoked, nor its project deleted. */
  link_hash?: Buffer;
}

/** An answer with what must be true when it is written. */
export interface AnswerWrite {
  answer: NewAnswer;
  guard: WriteGuard;
  now: Date;
}

/** Like `trySaveAnswerRows`, for one answer. Waits for locks. */
export async function saveAnswerRow(
  db: Db,
  answer: NewAnswer,
  guard: WriteGuard,
  now: Date,
): Promise<SavedAnswers | undefined> {
  const write = { answer, guard, now };
  return toSavedAnswers(db, write, await db.query<StoredRow | EmptyRow>(saveStatement([write])));
}

/**
 * Saves answers of several responses in one statement, which commits all of them. The result of an answer is undefined if it
 * could not be written. Returns undefined, without any effect, if the statement would wait for a lock.
 */
export async function trySaveAnswerRows(
  db: Db,
  writes: AnswerWrite[],
): Promise<(SavedAnswers | undefined)[] | undefined> {
  const rows = await db.tryWrite<StoredRow | EmptyRow>(saveStatement(writes));
  if (!rows) return undefined;
  const byWrite = Map.groupBy(rows, ({ write }) => write);
  return Promise.all(writes.map((write, i) => toSavedAnswers(db, write, byWrite.get(i) ?? [])));
}

/**
 * Three steps for all answers: `open` selects the answers that may be written, `saved` writes them, and the end reads all
 * answers of their responses. An answer may be written if the response is in progress, the test is live at that version and
 * the link is valid. The key share lock is the one that the foreign key takes anyway. With it, a submission waits for this
 * statement, or this statement sees the submission. Lateral and scalar subqueries are always read by key; a join could get
 * a plan that reads a whole table while that table is small.
 */
const saveStatement = (writes: AnswerWrite[]): Sql => sql`
  with input as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(writes.map(toInputRow))}::jsonb) as i (
      write integer, test_version integer, link_hash bytea, id text, response_id text, question_id text, turn integer,
      follow_up_of text, in_screener boolean, question text, type text, value jsonb, text text, option_ids text[],
      skipped boolean, duration_seconds double precision, signals jsonb, now timestamptz)),
  open as materialized (
    select i.* from input i cross join lateral (
      select 1 from responses r
       -- The status is a parameter: with a constant, a plan for a small table would read the whole index of responses in progress.
       where r.id = i.response_id and r.status = ${inProgress}::text
         and (i.test_version is null
           or (select t.status = 'live' and t.version = i.test_version from tests t where t.id = r.test_id))
         and (i.link_hash is null
           or ((select l.revoked_at is null from participant_links l where l.hash = i.link_hash)
             and (select p.deleted_at is null from projects p where p.id = r.project_id)))
         for key share of r) r),
  saved as (
    insert into answers as a (id, response_id, question_id, turn, follow_up_of, in_screener, question, type, value,
      text, option_ids, skipped, duration_seconds, signals, created_at, updated_at)
    select id, response_id, question_id, turn, follow_up_of, in_screener, question, type, value, text, option_ids, skipped,
           duration_seconds, signals, now, now
      -- The same order in every statement, so that two of them never wait for each other.
      from open order by response_id, question_id, turn
    on conflict (response_id, question_id, turn) do update
      set value = excluded.value, text = excluded.text, option_ids = excluded.option_ids,
          skipped = excluded.skipped, duration_seconds = coalesce(excluded.duration_seconds, a.duration_seconds),
          signals = a.signals || excluded.signals, updated_at = excluded.updated_at
      -- The same answer again, for example after a lost response, changes nothing.
      where (a.value, a.text, a.option_ids, a.skipped)
        is distinct from (excluded.value, excluded.text, excluded.option_ids, excluded.skipped)
    returning a.id, a.response_id, a.question_id, a.turn)
  select o.write, s.id as saved_id, a.id, a.question_id, a.turn, a.value, a.option_ids, a.skipped, a.duration_seconds
    from open o
    left join lateral (select * from answers other where other.response_id = o.response_id offset 0) a on true
    left join saved s on s.response_id = o.response_id and s.question_id = o.question_id and s.turn = o.turn`;

const toInputRow = ({ answer, guard, now }: AnswerWrite, write: number) => ({
  ...answer,
  write,
  id: newId('answer', now.getTime()),
  test_version: guard.test_version,
  link_hash: guard.link_hash && `\\x${guard.link_hash.toString('hex')}`,
  now,
});

async function toSavedAnswers(
  db: Db,
  { answer }: AnswerWrite,
  rows: (StoredRow | EmptyRow)[],
): Promise<SavedAnswers | undefined> {
  if (!rows[0]) return undefined;
  const others = rows.filter((row): row is StoredRow => row.id !== null);
  const before = others.find((other) => isSame(other, answer));
  const { value, text, option_ids, skipped } = answer;
  const own: SavedAnswer = {
    id: before?.id ?? rows[0].saved_id ?? (await getAnswerId(db, answer)),
    question_id: answer.question_id,
    turn: answer.turn,
    value,
    text,
    option_ids,
    skipped,
    duration_seconds: answer.duration_seconds ?? before?.duration_seconds ?? null,
  };
  return { answer: own, answers: [...others.filter((other) => other !== before), own] };
}

const isSame = (a: { question_id: string; turn: number }, b: { question_id: string; turn: number }) =>
  a.question_id === b.question_id && a.turn === b.turn;

/** Another tab wrote the same answer while this statement ran, so that its snapshot does not contain the row. */
async function getAnswerId(db: Db, { response_id, question_id, turn }: NewAnswer): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from answers
     where response_id = ${response_id} and question_id = ${question_id} and turn = ${turn}`);
  if (!row) throw notFound('Answer');
  return row.id;
}

/**
 * Waits for a change of the answer to a question, and makes a later one wait. A change removes the follow-up questions, so
 * they are read and answered under this lock. The response is locked first, as everywhere.
 */
export async function lockFirstAnswer(tx: Db, responseId: string, questionId: string): Promise<void> {
  await tx.query(sql`
    with response as materialized (select id from responses where id = ${responseId} for key share)
    select 1 from response r join answers a on a.response_id = r.id
     where a.question_id = ${questionId} and a.turn = 0 for no key update of a`);
}

export const listAnswers = (db: Db, responseId: string): Promise<AnswerRow[]> =>
  db.query<AnswerRow>(sql`
    select * from answers where response_id = ${responseId} order by created_at, turn, id`);

/** Removes the answers to questions that the participant did not reach in the end. */
export async function removeAnswersExcept(tx: Db, responseId: string, questionIds: string[]): Promise<void> {
  await tx.query(sql`
    delete from answers where response_id = ${responseId} and question_id <> all(${questionIds}::text[])`);
}
