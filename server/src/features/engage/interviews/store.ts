import type { AiUsage } from '../../../platform/ai/usage.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { Language } from './plan/cues.ts';
import type { CloseReason, Reading, Step } from './plan/step.ts';

export type EndReason = CloseReason | 'silent';

export interface InterviewRow {
  session_id: string;
  response_id: string;
  language: Language;
  started_at: Date;
  last_turn_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
}

interface TurnFields {
  session_id: string;
  number: number;
  question_id: string | null;
  text: string;
  created_at: Date;
}

export interface ModeratorTurn extends TurnFields {
  role: 'moderator';
  step: Step;
  reading: null;
  wording: 'pending' | 'model' | 'template';
  client_turn: null;
}

export interface ParticipantTurn extends TurnFields {
  role: 'participant';
  step: null;
  reading: Reading;
  wording: null;
  client_turn: number;
}

export type TurnRow = ModeratorTurn | ParticipantTurn;

export async function insertInterview(tx: Db, row: InterviewRow): Promise<void> {
  await tx.query(sql`
    insert into interviews (session_id, response_id, language, started_at, last_turn_at)
    values (${row.session_id}, ${row.response_id}, ${row.language}, ${row.started_at}, ${row.last_turn_at})`);
}

export async function findInterview(
  db: Db,
  responseId: string,
  lock: Sql = sql``,
): Promise<InterviewRow | undefined> {
  const [row] = await db.query<InterviewRow>(
    sql`select * from interviews where response_id = ${responseId} ${lock}`,
  );
  return row;
}

export async function findInterviewOfSession(db: Db, sessionId: string): Promise<InterviewRow | undefined> {
  const [row] = await db.query<InterviewRow>(sql`select * from interviews where session_id = ${sessionId}`);
  return row;
}

export const listTurns = (db: Db, sessionId: string): Promise<TurnRow[]> =>
  db.query<TurnRow>(sql`
    select session_id, number, role, question_id, step, reading, text, wording, client_turn, created_at
      from interview_turns where session_id = ${sessionId} order by number`);

export async function insertTurns(tx: Db, turns: TurnRow[]): Promise<void> {
  await tx.query(sql`
    insert into interview_turns
    select * from jsonb_populate_recordset(null::interview_turns, ${JSON.stringify(turns)}::jsonb)`);
  const last = turns.at(-1);
  if (last)
    await tx.query(sql`
      update interviews set last_turn_at = ${last.created_at} where session_id = ${last.session_id}`);
}

/** Ends the wording of a message: with the text of the model, or with the template that is stored. */
export async function finishWording(
  db: Db,
  { session_id, number }: Pick<TurnRow, 'session_id' | 'number'>,
  text: string | undefined,
): Promise<void> {
  await db.query(sql`
    update interview_turns set text = coalesce(${text ?? null}, text),
        wording = ${text === undefined ? 'template' : 'model'}
     where session_id = ${session_id} and number = ${number} and wording = 'pending'`);
}

/** False if the interview has already ended. */
export async function endInterview(
  tx: Db,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update interviews set ended_at = ${now}, end_reason = ${reason}
     where session_id = ${sessionId} and ended_at is null returning 1`);
  return rows.length > 0;
}

/** Interviews without a turn since `before`. */
export const listSilent = (db: Db, before: Date, limit: number) =>
  db.query<InterviewRow & { workspace_id: string; project_id: string; session_status: string }>(sql`
    select i.*, p.workspace_id, s.project_id, s.status as session_status
      from interviews i join engage_sessions s on s.id = i.session_id join projects p on p.id = s.project_id
     where i.ended_at is null and i.last_turn_at < ${before} and s.status = 'in_progress' and p.deleted_at is null
     order by i.last_turn_at limit ${limit}`);

/** The caller has locked the project, as the start of an erasure does. */
export async function isBeingErased(
  tx: Db,
  { participant_id, test_id }: { participant_id: string; test_id: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from erasures
     where participant_id = ${participant_id} and (test_id is null or test_id = ${test_id}) and finished_at is null`);
  return rows.length > 0;
}

/** Adds to what the language model used for this interview. */
export async function addUsage(db: Db, sessionId: string, usage: AiUsage): Promise<void> {
  const sum = (name: 'input_tokens' | 'output_tokens') =>
    sql`coalesce((usage ->> ${name})::numeric, 0) + ${usage[name]}::numeric`;
  await db.query(sql`
    update interviews set usage = jsonb_build_object('provider', ${usage.provider}::text, 'model', ${usage.model}::text,
        'input_tokens', ${sum('input_tokens')}, 'output_tokens', ${sum('output_tokens')},
        'cost_usd', round(${usage.cost_usd}::numeric
          + case when usage is null then 0 else (usage ->> 'cost_usd')::numeric end, 6))
     where session_id = ${sessionId}`);
}

export interface FollowUpRow {
  response_id: string;
  question_id: string;
  turn: number;
  text: string;
  wording: 'pending' | 'model' | 'template';
  created_at: Date;
}

export const listFollowUps = (db: Db, responseId: string, questionId: string): Promise<FollowUpRow[]> =>
  db.query<FollowUpRow>(sql`
    select * from follow_ups where response_id = ${responseId} and question_id = ${questionId} order by turn`);

export async function insertFollowUp(tx: Db, row: FollowUpRow): Promise<void> {
  await tx.query(sql`
    insert into follow_ups (response_id, question_id, turn, text, wording, created_at)
    values (${row.response_id}, ${row.question_id}, ${row.turn}, ${row.text}, ${row.wording}, ${row.created_at})`);
}

/** Changes only this row, not one that replaced it after the participant changed the answer. */
export async function finishFollowUpWording(
  db: Db,
  row: FollowUpRow,
  text: string | undefined,
): Promise<void> {
  await db.query(sql`
    update follow_ups set text = coalesce(${text ?? null}, text),
        wording = ${text === undefined ? 'template' : 'model'}
     where response_id = ${row.response_id} and question_id = ${row.question_id} and turn = ${row.turn}
       and wording = 'pending' and text = ${row.text} and created_at = ${row.created_at}`);
}
