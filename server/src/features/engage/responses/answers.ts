import { notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { QuestionType } from '../tests/index.ts';
import type { PathAnswer } from './path.ts';
import type { ReadAnswer } from './read-answer.ts';

export interface AnswerRow extends ReadAnswer {
  id: string;
  response_id: string;
  question_id: string;
  /** 0 for the question itself; then the number of the follow-up question. */
  turn: number;
  follow_up_of: string | null;
  in_screener: boolean;
  question: string;
  type: QuestionType;
  duration_seconds: number | null;
  file_id: string | null;
  signals: { pasted?: boolean };
  created_at: Date;
  updated_at: Date;
}

/** An answer to save. Its id is kept if the question was answered before. */
export interface NewAnswer extends ReadAnswer {
  response_id: string;
  question_id: string;
  turn: number;
  follow_up_of: string | null;
  in_screener: boolean;
  question: string;
  type: QuestionType;
  duration_seconds: number | null;
  signals: { pasted?: boolean };
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

type StoredRow = Omit<SavedAnswer, 'text'> & { saved_id: string | null };
/** The only row if the response has no other answer. */
type EmptyRow = { [Field in keyof StoredRow]: Field extends 'saved_id' ? string | null : null };

const inProgress = 'in_progress';

/** What must be true when the answer is written. */
export interface WriteGuard {
  /** The version of the test that the caller has checked; undefined: the test's state does not matter. */
  test_version?: number;
  /** The link with which the participant answers: it must not be revoked, nor its project deleted. */
  link_hash?: Buffer;
}

/**
 * Checks that the response is in progress, writes the answer and reads the others, in one statement. The key share lock is
 * the one that the foreign key takes anyway: it makes a submission wait, or this statement see that it has happened.
 * Returns undefined, without any effect, if the response is not in progress, the test is not live at that version, or the
 * link is no longer valid.
 */
export async function saveAnswerRow(
  db: Db,
  answer: NewAnswer,
  { test_version, link_hash }: WriteGuard,
  now: Date,
): Promise<SavedAnswers | undefined> {
  const testIsOpen =
    test_version === undefined
      ? sql`true`
      : sql`exists (select 1 from tests t where t.id = r.test_id and t.status = 'live' and t.version = ${test_version})`;
  const linkIsValid =
    link_hash === undefined
      ? sql`true`
      : sql`exists (
          select 1 from participant_links l, projects p
           where l.hash = ${link_hash} and l.revoked_at is null and p.id = r.project_id and p.deleted_at is null)`;
  const id = newId('answer', now.getTime());
  const rows = await db.query<StoredRow | EmptyRow>(sql`
    with open as (
      select r.id from responses r
       -- The status is a parameter: with a constant, a plan for a small table would read the whole index of responses in progress.
       where r.id = ${answer.response_id} and r.status = ${inProgress}::text and ${testIsOpen}
         and ${linkIsValid} for key share of r),
    saved as (
      insert into answers as a (id, response_id, question_id, turn, follow_up_of, in_screener, question, type, value,
        text, option_ids, skipped, duration_seconds, signals, created_at, updated_at)
      select ${id}, o.id, ${answer.question_id}, ${answer.turn}::integer, ${answer.follow_up_of}::text,
        ${answer.in_screener}::boolean, ${answer.question}, ${answer.type},
        ${answer.value === null ? null : JSON.stringify(answer.value)}::jsonb, ${answer.text}::text,
        ${answer.option_ids}::text[], ${answer.skipped}::boolean, ${answer.duration_seconds}::double precision,
        ${JSON.stringify(answer.signals)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
        from open o
      on conflict (response_id, question_id, turn) do update
        set value = excluded.value, text = excluded.text, option_ids = excluded.option_ids,
            skipped = excluded.skipped, duration_seconds = coalesce(excluded.duration_seconds, a.duration_seconds),
            signals = a.signals || excluded.signals, updated_at = excluded.updated_at
        -- The same answer again, for example after a lost response, changes nothing.
        where (a.value, a.text, a.option_ids, a.skipped)
          is distinct from (excluded.value, excluded.text, excluded.option_ids, excluded.skipped)
      returning a.id)
    select s.id as saved_id, a.id, a.question_id, a.turn, a.value, a.option_ids, a.skipped, a.duration_seconds
      from open o left join answers a on a.response_id = o.id left join saved s on true`);
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
