import type { Participant, Researcher } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { among, type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import type { Citation } from '../../evidence/quotes/index.ts';
import { type Access, accessColumns, type ProjectRecords, visibleTo } from '../../projects/index.ts';
import { type Device, ownSessions } from '../responses/index.ts';
import { type Action, type SessionKind, type SessionStatus, transitions } from './states.ts';

export const coverageStatuses = ['covered', 'partial', 'missed'] as const;

export interface Coverage {
  question_id: string;
  status: (typeof coverageStatuses)[number];
}

/** A row of engage_sessions. */
export interface SessionRow {
  id: string;
  project_id: string;
  test_id: string;
  test_version: number;
  participant_id: string;
  invitation_id: string | null;
  kind: SessionKind;
  status: SessionStatus;
  scheduled_start_at: Date | null;
  scheduled_end_at: Date | null;
  timezone: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  duration_seconds: number | null;
  recording_file_id: string | null;
  summary: string | null;
  summary_citations: Citation[];
  coverage: Coverage[];
  simulated: boolean;
  last_active_at: Date | null;
  calendar_sequence: number;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A session with what its representation needs from other tables. */
export interface SessionRecord extends SessionRow {
  workspace_id: string;
  response_id: string | null;
  /** The sealed token of the participant's link. */
  link: Buffer | null;
  participant: {
    id: string;
    name: string | null;
    email: string | null;
    timezone: string | null;
    locale: string | null;
    device: Device | null;
  };
}

const columns = sql`
  s.*, p.workspace_id,
  (select r.id from responses r where r.session_id = s.id) as response_id,
  coalesce(
    (select l.sealed from participant_links l where l.session_id = s.id order by l.created_at desc limit 1),
    (select l.sealed from participant_links l where l.invitation_id = s.invitation_id),
    (select l.sealed from participant_links l join responses r on r.id = l.response_id where r.session_id = s.id
      order by l.created_at desc limit 1)) as link,
  json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'timezone', coalesce(s.timezone, c.timezone),
    'locale', c.locale, 'device', (select r.device from responses r where r.session_id = s.id)) as participant`;
const tables = sql`
  from engage_sessions s join projects p on p.id = s.project_id join participants c on c.id = s.participant_id`;

type NewSession = Pick<
  SessionRow,
  'id' | 'project_id' | 'test_id' | 'test_version' | 'participant_id' | 'kind' | 'status' | 'created_at'
> &
  Partial<SessionRow>;

/** The caller has locked the test, because a trigger counts the session there. */
export async function insertSession(tx: Db, row: NewSession): Promise<void> {
  await tx.query(sql`
    insert into engage_sessions (id, project_id, test_id, test_version, participant_id, invitation_id, kind, status,
      scheduled_start_at, scheduled_end_at, timezone, started_at, last_active_at, simulated, created_by, created_at,
      updated_at)
    values (${row.id}, ${row.project_id}, ${row.test_id}, ${row.test_version}, ${row.participant_id},
      ${row.invitation_id ?? null}, ${row.kind}, ${row.status}, ${row.scheduled_start_at ?? null},
      ${row.scheduled_end_at ?? null}, ${row.timezone ?? null}, ${row.started_at ?? null},
      ${row.last_active_at ?? row.started_at ?? null}, ${row.simulated ?? false}, ${row.created_by ?? null},
      ${row.created_at}, ${row.created_at})`);
}

/** The newest session of a person in a test. */
export async function findSessionOf(
  db: Db,
  testId: string,
  participantId: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from engage_sessions where participant_id = ${participantId} and test_id = ${testId}
     order by created_at desc, id desc limit 1`);
  return row?.id;
}

/** For participants and background work, which have no researcher's access. */
export async function findSessionRecord(
  db: Db,
  sessionId: string,
  lock: Sql = sql``,
): Promise<SessionRecord | undefined> {
  const [row] = await db.query<SessionRecord>(
    sql`select ${columns} ${tables} where s.id = ${sessionId} and p.deleted_at is null ${lock}`,
  );
  return row;
}

export async function findSession(
  db: Db,
  principal: Researcher,
  sessionId: string,
  lock: Sql = sql``,
): Promise<(SessionRecord & Access) | undefined> {
  const [row] = await db.query<SessionRecord & Access>(sql`
    select ${columns}, ${accessColumns} ${tables}
     where s.id = ${sessionId} and p.workspace_id = ${principal.workspace_id} and p.deleted_at is null ${lock}`);
  return row;
}

type SessionFields = Pick<
  SessionRow,
  | 'scheduled_start_at'
  | 'scheduled_end_at'
  | 'timezone'
  | 'started_at'
  | 'ended_at'
  | 'duration_seconds'
  | 'recording_file_id'
  | 'summary'
  | 'summary_citations'
  | 'coverage'
  | 'calendar_sequence'
  | 'last_active_at'
>;

/** Fields to change; a field that is undefined keeps its value. */
export type SessionChange = { [Field in keyof SessionFields]?: SessionFields[Field] | undefined };

const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
const set = <T>(column: Sql, value: T | undefined, cast: Sql = sql``) =>
  value === undefined ? column : sql`${value}${cast}`;

const assignments = (change: SessionChange, now: Date) => sql`
  scheduled_start_at = ${set(sql`scheduled_start_at`, change.scheduled_start_at)},
  scheduled_end_at = ${set(sql`scheduled_end_at`, change.scheduled_end_at)},
  timezone = ${set(sql`timezone`, change.timezone)},
  started_at = ${set(sql`started_at`, change.started_at)},
  ended_at = ${set(sql`ended_at`, change.ended_at)},
  duration_seconds = ${set(sql`duration_seconds`, change.duration_seconds)},
  recording_file_id = ${set(sql`recording_file_id`, change.recording_file_id)},
  summary = ${set(sql`summary`, change.summary)},
  summary_citations = ${set(sql`summary_citations`, json(change.summary_citations), sql`::jsonb`)},
  coverage = ${set(sql`coverage`, json(change.coverage), sql`::jsonb`)},
  calendar_sequence = ${set(sql`calendar_sequence`, change.calendar_sequence)},
  last_active_at = ${set(sql`last_active_at`, change.last_active_at)},
  updated_at = ${now}`;

export async function saveSession(
  tx: Db,
  sessionId: string,
  change: SessionChange,
  now: Date,
): Promise<void> {
  await tx.query(sql`update engage_sessions set ${assignments(change, now)} where id = ${sessionId}`);
}

/** Changes the status if the state machine allows it. Of several concurrent calls one returns true. */
export async function moveSession(
  tx: Db,
  sessionId: string,
  action: Action,
  change: SessionChange,
  now: Date,
): Promise<boolean> {
  const { from, to } = transitions[action];
  const moved = await tx.query(sql`
    update engage_sessions set status = ${to}, ${assignments(change, now)}
     where id = ${sessionId} and status = any(${[...from]}::text[]) returning id`);
  return moved.length > 0;
}

/** Records activity without changing `updated_at`: a heartbeat is not a change of the record. */
export async function touchSession(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update engage_sessions set last_active_at = ${now}
     where id = ${sessionId} and (last_active_at is null or last_active_at < ${now})`);
}

/** Longer than any interview. It bounds what one booking can block. */
export const sessionLengthMaxMs = 8 * 3_600_000;

/** The times of other sessions of the test, which cannot be booked again. A canceled session frees its time. */
export async function listTaken(
  db: Db,
  testId: string,
  exceptSessionId: string | undefined,
): Promise<{ start: Date; end: Date }[]> {
  return db.query<{ start: Date; end: Date }>(sql`
    select scheduled_start_at as start, scheduled_end_at as end from engage_sessions
     where test_id = ${testId} and kind = 'live' and status in ('scheduled', 'waiting', 'in_progress', 'no_show')
       and scheduled_start_at is not null and scheduled_end_at is not null and id is distinct from ${exceptSessionId ?? null}`);
}

const hostOf = sql`coalesce((select u.id from users u where u.id = t.created_by), p.owner_id)`;

/** The same, and the times at which the researcher who holds the sessions of the test has others. */
export async function listTakenOfHost(
  db: Db,
  testId: string,
  exceptSessionId: string | undefined,
  now: Date,
): Promise<{ start: Date; end: Date }[]> {
  // Only times in the future are booked. The start bounds the scan of the index, and no session is longer.
  return db.query<{ start: Date; end: Date }>(sql`
    with own as (
      select ${hostOf} as host, p.workspace_id from tests t join projects p on p.id = t.project_id where t.id = ${testId})
    select s.scheduled_start_at as start, s.scheduled_end_at as end
      from own join projects p on p.workspace_id = own.workspace_id and p.deleted_at is null
      join engage_sessions s on s.project_id = p.id join tests t on t.id = s.test_id
     where s.kind = 'live' and s.status in ('scheduled', 'waiting', 'in_progress', 'no_show') and not s.simulated
       and s.scheduled_start_at > ${new Date(now.getTime() - sessionLengthMaxMs)} and s.scheduled_end_at > ${now}
       and s.id is distinct from ${exceptSessionId ?? null} and (s.test_id = ${testId} or ${hostOf} = own.host)`);
}

/** Two bookings of one researcher run one after the other, even in different tests. The caller has locked the test. */
export async function lockHost(tx: Db, testId: string): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended('sessions of ' || ${hostOf}, 0))
      from tests t join projects p on p.id = t.project_id where t.id = ${testId}`);
}

/** The session that a participant has booked and not held yet, or is in. */
export async function findOpenSession(
  db: Db,
  principal: Pick<Participant, 'test_id' | 'participant_id' | 'response_id'>,
  lock: Sql = sql``,
): Promise<SessionRecord | undefined> {
  const [row] = await db.query<SessionRecord>(sql`
    select ${columns} ${tables}
     where ${ownSessions(principal)} and s.kind = 'live' and p.deleted_at is null
       and s.status in ('scheduled', 'waiting', 'in_progress', 'no_show')
     order by s.created_at desc, s.id desc limit 1 ${lock}`);
  return row;
}

/** The researcher who holds the session: the author of the test, or the owner of the project. */
export async function findHost(db: Db, sessionId: string): Promise<string | undefined> {
  const [row] = await db.query<{ host: string }>(sql`
    select ${hostOf} as host
      from engage_sessions s join tests t on t.id = s.test_id join projects p on p.id = s.project_id
     where s.id = ${sessionId}`);
  return row?.host;
}

interface SessionFilters extends ListQuery {
  project_id?: string;
  test_id?: string;
  participant_id?: string;
  status?: string;
  kind?: string;
  simulated?: boolean;
}

/** All sessions that the researcher can see, or those of one test. */
export async function listSessions(
  db: Db,
  principal: Researcher,
  query: SessionFilters,
  testId: string | undefined,
) {
  const where = [visibleTo(principal), sql`s.simulated = ${query.simulated ?? false}`];
  if (testId) where.push(sql`s.test_id = ${testId}`);
  if (query.project_id !== undefined) where.push(among(sql`s.project_id`, query.project_id));
  if (query.test_id !== undefined) where.push(among(sql`s.test_id`, query.test_id));
  if (query.participant_id !== undefined) where.push(among(sql`s.participant_id`, query.participant_id));
  if (query.status) where.push(among(sql`s.status`, query.status));
  if (query.kind) where.push(among(sql`s.kind`, query.kind));
  return listPage<SessionRecord>(db, {
    name: `sessions ${testId ?? principal.workspace_id}`,
    query,
    select: sql`select ${columns}`,
    from: tables,
    where,
    sorts: {
      created_at: { column: sql`s.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`s.updated_at`, type: 'timestamptz' },
    },
    defaultSort: '-created_at',
    id: sql`s.id`,
  });
}

export const sessionRecords: ProjectRecords = {
  kind: 'session',
  rows: sql`select id, project_id, recording_file_id as file_id from engage_sessions`,
};

/** Scheduled sessions whose participant has not come become no-shows. One statement, for several nodes at once. */
export async function missSessions(db: Db, startedBefore: Date, now: Date): Promise<void> {
  const { from, to } = transitions.miss;
  await db.query(sql`
    update engage_sessions set status = ${to}, updated_at = ${now}
     where status = any(${[...from]}::text[]) and kind = 'live' and scheduled_start_at <= ${startedBefore}`);
}

/** AI interviews in which nothing was said for long become abandoned. */
export async function silenceSessions(db: Db, activeBefore: Date, now: Date): Promise<void> {
  const { from, to } = transitions.abandon;
  await db.query(sql`
    update engage_sessions set status = ${to}, ended_at = coalesce(last_active_at, started_at, created_at), updated_at = ${now}
     where status = any(${[...from]}::text[]) and kind = 'ai'
       and coalesce(last_active_at, started_at, created_at) <= ${activeBefore}`);
}
