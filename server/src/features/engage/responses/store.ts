import { notFound } from '../../../foundation/errors.ts';
import type { Participant, Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { type Access, accessColumns, type ProjectRecords } from '../../projects/index.ts';
import { tagIdsOf } from '../../tags/index.ts';
import type { AnswerRow } from './answers.ts';

export const responseStatuses = ['in_progress', 'completed', 'screened_out', 'abandoned'] as const; // spec §7.3
export type ResponseStatus = (typeof responseStatuses)[number];

export interface Device {
  kind: 'mobile' | 'tablet' | 'desktop' | null;
  os: string | null;
  browser: string | null;
}

export interface Quality {
  /** 0 to 1; 1 if nothing is suspicious. */
  score: number;
  flags: { code: string; reason: string }[];
}

export interface ResponseRow {
  id: string;
  project_id: string;
  test_id: string;
  test_version: number;
  number: number;
  status: ResponseStatus;
  participant_id: string;
  invitation_id: string | null;
  session_id: string | null;
  timezone: string | null;
  locale: string | null;
  device: Device | null;
  language: string | null;
  consent_version: number | null;
  consented_at: Date | null;
  quality: Quality | null;
  sentiment: { label: string; score: number } | null;
  started_at: Date;
  submitted_at: Date | null;
  duration_seconds: number | null;
  metadata: Record<string, string>;
  simulated: boolean;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A response with what its GET shows, read in the same statement. */
export interface ResponseView extends ResponseRow {
  participant_name: string | null;
  participant_email: string | null;
  tag_ids: string[];
  answers: AnswerRow[];
}

/** The ids of the questions of the version that `r` answers, the screener first. A draft has no version: null. */
const questionIds = sql`(
  select array(select jsonb_array_elements_text(jsonb_path_query_array(v.content, '$.screener.questions[*].id')
           || jsonb_path_query_array(v.content, '$.questions[*].id')))
    from test_versions v where v.test_id = r.test_id and v.version = r.test_version)`;

/**
 * The answers of `r` in the order of the questions, each followed by the answers to its follow-up questions. Instants are text here,
 * because they are inside JSON.
 */
const answers = sql`coalesce((
  select jsonb_agg(to_jsonb(x) order by array_position(${questionIds}, x.question_id::text collate "C"),
           x.turn, x.created_at, x.id)
    from answers x where x.response_id = r.id), '[]')`;

/**
 * When a response last changed. Saving an answer does not write the row of its response (ADR 27), so the newest answer counts too.
 * Only a response in progress gets answers, so the answers of the others, which are most, are not read.
 */
export const changedAt: Sql = sql`case when r.status = 'in_progress' then greatest(r.updated_at, (
  select max(x.updated_at) from answers x where x.response_id = r.id)) else r.updated_at end`;

export const viewColumns: Sql = sql`r.*, ${changedAt} as updated_at, a.name as participant_name, a.email as participant_email,
  ${tagIdsOf(sql`r.id`)} as tag_ids, ${answers} as answers`;
export const viewTables: Sql = sql`responses r join participants a on a.id = r.participant_id`;

export async function insertResponse(tx: Db, r: ResponseRow): Promise<void> {
  await tx.query(sql`
    insert into responses (id, project_id, test_id, test_version, number, status, participant_id, invitation_id,
      session_id, timezone, locale, device, language, consent_version, consented_at, started_at, metadata, simulated,
      created_by, created_at, updated_at)
    values (${r.id}, ${r.project_id}, ${r.test_id}, ${r.test_version}, ${r.number}, ${r.status}, ${r.participant_id},
      ${r.invitation_id}, ${r.session_id}, ${r.timezone}, ${r.locale}, ${r.device && JSON.stringify(r.device)}::jsonb,
      ${r.language}, ${r.consent_version}, ${r.consented_at}, ${r.started_at}, ${JSON.stringify(r.metadata)}::jsonb,
      ${r.simulated}, ${r.created_by}, ${r.created_at}, ${r.updated_at})`);
}

/** Updates everything that can change after a response was started. */
export async function saveResponse(tx: Db, r: ResponseRow): Promise<void> {
  await tx.query(sql`
    update responses set status = ${r.status}, session_id = ${r.session_id}, language = ${r.language},
      consent_version = ${r.consent_version}, consented_at = ${r.consented_at},
      quality = ${r.quality && JSON.stringify(r.quality)}::jsonb,
      sentiment = ${r.sentiment && JSON.stringify(r.sentiment)}::jsonb, submitted_at = ${r.submitted_at},
      duration_seconds = ${r.duration_seconds}, metadata = ${JSON.stringify(r.metadata)}::jsonb,
      updated_at = ${r.updated_at}
     where id = ${r.id}`);
}

export async function findResponseById(
  db: Db,
  responseId: string,
  lock: Sql = sql``,
): Promise<ResponseRow | undefined> {
  const [row] = await db.query<ResponseRow>(
    sql`select r.* from responses r where r.id = ${responseId} ${lock}`,
  );
  return row;
}

/** The version of the test that a response answers, and the newest one. */
export async function findResponseVersions(
  db: Db,
  id: string,
): Promise<(Pick<ResponseRow, 'test_version' | 'timezone'> & { newest_version: number }) | undefined> {
  const [row] = await db.lookUp<
    Pick<ResponseRow, 'test_version' | 'timezone'> & { newest_version: number }
  >(sql`
    select r.test_version, r.timezone, (select t.version from tests t where t.id = r.test_id) as newest_version
      from responses r where r.id = ${id}`);
  return row;
}

/** The response of the holder of a link, which may be linked through an invitation or a session. */
export async function findOwnResponse(
  db: Db,
  {
    response_id,
    invitation_id,
    session_id,
    participant_id,
    test_id,
  }: Pick<Participant, 'response_id' | 'invitation_id' | 'session_id' | 'participant_id' | 'test_id'>,
): Promise<ResponseRow | undefined> {
  const own =
    (response_id && sql`r.id = ${response_id}`) ||
    (invitation_id && sql`r.invitation_id = ${invitation_id}`) ||
    // The link of a call is sent to someone who may have started with another link: the response is the same.
    (session_id &&
      sql`(r.session_id = ${session_id} or (r.participant_id = ${participant_id} and r.test_id = ${test_id}))`);
  if (!own) return undefined;
  const [row] = await db.query<ResponseRow>(
    sql`select r.* from responses r where ${own} order by r.session_id = ${session_id} desc nulls last limit 1`,
  );
  return row;
}

/** The response of a person to a test. */
export async function findResponseOf(
  db: Db,
  testId: string,
  participantId: string,
): Promise<ResponseRow | undefined> {
  const [row] = await db.query<ResponseRow>(sql`
    select r.* from responses r where r.participant_id = ${participantId} and r.test_id = ${testId} limit 1`);
  return row;
}

/**
 * Which sessions `s` the holder of a link reaches. A link that was sent to the address of an invitation or of a scheduled call
 * identifies the person. The link of a response, which an open link issues to anyone, reaches only what belongs to the response.
 */
export const ownSessions = ({
  participant_id,
  response_id,
  test_id,
}: Pick<Participant, 'participant_id' | 'response_id' | 'test_id'>): Sql =>
  response_id === null
    ? sql`s.participant_id = ${participant_id} and s.test_id = ${test_id}`
    : sql`s.id = (select r.session_id from responses r where r.id = ${response_id})`;

interface ResponseOfBooking {
  test_id: string;
  participant_id: string;
  /** The response of the link with which the person booked; null if the link is not one of a response. */
  response_id: string | null;
}

/** Names the interview that was booked in the response that the person has started, if there is one. */
export async function setSessionOfResponse(
  tx: Db,
  { test_id, participant_id, response_id }: ResponseOfBooking,
  sessionId: string,
  now: Date,
): Promise<void> {
  const own = response_id ? sql`r.id = ${response_id}` : sql`r.participant_id = ${participant_id}`;
  // Someone with two links may have two responses; a session has one.
  await tx.query(sql`
    update responses set session_id = ${sessionId}, updated_at = ${now}
     where id = (select r.id from responses r
                  where ${own} and r.test_id = ${test_id} and r.submitted_at is null
                  order by r.created_at desc, r.id desc limit 1)`);
}

/** Whether a response names the session already. */
export async function hasResponse(db: Db, sessionId: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from responses where session_id = ${sessionId}`);
  return rows.length > 0;
}

export async function getResponseView(db: Db, responseId: string): Promise<ResponseView> {
  const [row] = await db.query<ResponseView>(
    sql`select ${viewColumns} from ${viewTables} where r.id = ${responseId}`,
  );
  return row as ResponseView;
}

/** Changes whenever the response or an answer is written: xmin is the transaction that wrote the row. */
export const answersState = sql`r.xmin::text || ' ' || coalesce((
  select string_agg(x.id || ':' || x.xmin::text, ',' order by x.id) from answers x where x.response_id = r.id), '')`;

export interface ViewState {
  status: ResponseStatus;
  answers_state: string;
}

export async function getViewWithState(db: Db, responseId: string): Promise<ResponseView & ViewState> {
  const [row] = await db.query<ResponseView & ViewState>(sql`
    select ${viewColumns}, ${answersState} as answers_state from ${viewTables} where r.id = ${responseId}`);
  if (!row) throw notFound('Response');
  return row;
}

export async function getViewState(db: Db, responseId: string): Promise<ViewState> {
  const [row] = await db.query<ViewState>(sql`
    select r.status, ${answersState} as answers_state from responses r where r.id = ${responseId}`);
  if (!row) throw notFound('Response');
  return row;
}

export async function findResponse(
  db: Db,
  principal: Researcher,
  responseId: string,
  lock: Sql = sql``,
): Promise<(ResponseView & Access) | undefined> {
  const [row] = await db.query<ResponseView & Access>(sql`
    select ${viewColumns}, ${accessColumns} from ${viewTables} join projects p on p.id = r.project_id
     where r.id = ${responseId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

/**
 * Responses that take up a place of an open link: those that are completed, and those that have begun and may still be. A visit
 * without an answer takes up none: otherwise anyone could fill the study by opening its link.
 */
export async function countPlacesTaken(db: Db, testId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::integer as n from responses r
     where r.test_id = ${testId} and not r.simulated
       and (r.status = 'completed' or (r.status = 'in_progress' and (
         exists (select 1 from answers a where a.response_id = r.id and not a.skipped)
         or exists (select 1 from engage_sessions s where s.id = r.session_id and s.kind = 'live'))))`);
  return row?.n ?? 0;
}

export async function removeResponse(tx: Db, responseId: string): Promise<void> {
  await tx.query(sql`delete from responses where id = ${responseId}`);
}

/** The tone of the texts, which a task finds after the response was completed. */
export async function saveResponseSentiment(
  tx: Db,
  responseId: string,
  sentiment: { label: string; score: number },
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update responses set sentiment = ${JSON.stringify(sentiment)}::jsonb, updated_at = ${now}
     where id = ${responseId} and status = 'completed'`);
}

export const responseRecords: ProjectRecords = {
  kind: 'response',
  rows: sql`select id, project_id, null::text as file_id from responses`,
};
