import { type ErrorDetail, invalid, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { lastInstant } from '../../../foundation/limits.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import { findInvitationRow } from '../invitations/index.ts';
import { findOrCreateParticipant } from '../participants/index.ts';
import { setSessionOfResponse } from '../responses/index.ts';
import { findPublishedTest, getTest, type PublishedTest } from '../tests/index.ts';
import { type CalendarMailOptions, queueCalendarMails } from './calendar-mail.ts';
import type { SessionDeps } from './deps.ts';
import type { NewSession, SessionChange } from './schema.ts';
import { getSession } from './service.ts';
import { type Interval, overlap } from './slots.ts';
import { allows, refusal } from './states.ts';
import {
  findSessionRecord,
  insertSession,
  listTaken,
  lockHost,
  moveSession,
  type SessionRecord,
  saveSession,
  sessionLengthMaxMs,
} from './store.ts';

export const defaultMinutes = 30;

/** Locks the test, so that of two concurrent bookings of one time the second sees the first. */
export const testLock = sql`for no key update of t for key share of p`;

export async function scheduleSession(
  deps: SessionDeps,
  caller: Caller,
  testId: string,
  input: NewSession,
): Promise<SessionRecord> {
  const { principal, now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    await lockProject(tx, (await getTest(inTx, testId, 'write')).project_id);
    await getTest(inTx, testId, 'write', testLock);
    const test = await findPublishedTest(tx, testId);
    const live = requireLiveInterview(test);
    const times = readTimes(input, live.content.scheduling?.duration_minutes ?? defaultMinutes, now);
    await requireFree(tx, testId, times, undefined);
    const { participant, invitation_id } = await findPerson(tx, live, input, principal.user_id, now);
    if (await isScreenedOut(tx, testId, participant.id))
      throw invalidField(
        invitation_id ? 'invitation_id' : 'participant',
        'The screener ended this test for this person, so no session can be scheduled.',
      );
    const id = await createLiveSession(deps, tx, {
      test: live,
      participant_id: participant.id,
      invitation_id,
      response_id: null,
      timezone: input.participant?.timezone ?? (await findTimezone(tx, live, participant)),
      times,
      created_by: principal.user_id,
      now,
    });
    await queueCalendarMails(deps, tx, id, 'REQUEST');
    return getSession(inTx, id);
  });
}

function requireLiveInterview(test: PublishedTest | undefined): PublishedTest {
  if (test && test.content.type !== 'live_interview')
    throw invalidField('test_id', `Sessions of a test of type ${test.content.type} cannot be scheduled.`);
  if (test?.status !== 'live')
    throw invalidField('test_id', `The test is ${test?.status ?? 'draft'}; only a live test has sessions.`);
  return test;
}

async function findPerson(tx: Db, test: PublishedTest, input: NewSession, createdBy: string, now: Date) {
  if (input.invitation_id) {
    const invitation = await findInvitationRow(tx, input.invitation_id, sql`for key share`);
    if (!invitation || invitation.test_id !== test.id)
      throw invalidField('invitation_id', 'is not an invitation of this test.');
    if (input.participant) throw invalidField('participant', 'is not allowed with invitation_id.');
    const { participant_id: id, timezone } = invitation;
    return { participant: { id, timezone }, invitation_id: invitation.id };
  }
  if (!input.participant) throw invalidField('participant', 'is required without invitation_id.');
  const { email, name = null, timezone = null } = input.participant;
  const person = { project_id: test.project_id, email, name, timezone, locale: null, simulated: false };
  const participant = await findOrCreateParticipant(tx, { ...person, created_by: createdBy }, now);
  return { participant, invitation_id: null };
}

/** The timezone of a session: that of the invitation, else of the person, else of the test's times, else of the workspace. */
export async function findTimezone(
  tx: Db,
  test: PublishedTest,
  { id, timezone }: { id: string; timezone: string | null },
): Promise<string> {
  const [person] = await tx.query<{ timezone: string | null }>(
    sql`select timezone from participants where id = ${id}`,
  );
  return timezone ?? person?.timezone ?? test.content.scheduling?.timezone ?? test.workspace_timezone;
}

/** Whether the screener ended the test for this person, who then gets no session. */
export async function isScreenedOut(tx: Db, testId: string, participantId: string): Promise<boolean> {
  const ended = await tx.query(sql`
    select 1 from responses where test_id = ${testId} and participant_id = ${participantId}
       and status = 'screened_out' limit 1`);
  return ended.length > 0;
}

interface LiveSession {
  test: PublishedTest;
  participant_id: string;
  invitation_id: string | null;
  /** The response of the link with which the participant booked. */
  response_id: string | null;
  timezone: string;
  times: Interval;
  created_by: string | null;
  now: Date;
}

/** The caller has locked the project and the test, and checked that the time is free. */
export async function createLiveSession(deps: SessionDeps, tx: Db, session: LiveSession): Promise<string> {
  const { test, participant_id, response_id, times, now } = session;
  const id = newId('session', now.getTime());
  await insertSession(tx, {
    id,
    project_id: test.project_id,
    test_id: test.id,
    test_version: test.version,
    participant_id,
    invitation_id: session.invitation_id,
    kind: 'live',
    status: 'scheduled',
    scheduled_start_at: times.start,
    scheduled_end_at: times.end,
    timezone: session.timezone,
    created_by: session.created_by,
    created_at: now,
  });
  const owner = { test_id: test.id, participant_id, response_id };
  await setSessionOfResponse(tx, owner, id, now);
  await deps.participantLinks.issue(tx, { ...owner, session_id: id }, now);
  return id;
}

/** Changes the time of a session that is not held yet, or its summary. */
export async function changeSession(
  deps: SessionDeps,
  caller: Caller,
  sessionId: string,
  change: SessionChange,
): Promise<SessionRecord> {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const seen = await getSession(inTx, sessionId, 'write');
    const reschedules = change.scheduled_start_at !== undefined || change.scheduled_end_at !== undefined;
    if (reschedules) await getTest(inTx, seen.test_id, 'write', testLock);
    const before = await getSession(inTx, sessionId, 'write', sql`for no key update of s`);
    if (reschedules) await moveTimes(deps, tx, before, readNewTimes(before, change, now), now);
    const { timezone, summary } = change;
    const isNew =
      (summary !== undefined && summary !== before.summary) ||
      (timezone !== undefined && timezone !== before.timezone);
    if (isNew) {
      const edited = summary === undefined ? {} : { summary, summary_citations: [] };
      await saveSession(tx, sessionId, { timezone, ...edited }, now);
    }
    return getSession(inTx, sessionId);
  });
}

/** Moves a session to another time and updates the calendars. The caller has locked the test and the session. */
export async function moveTimes(
  deps: SessionDeps,
  tx: Db,
  session: SessionRecord,
  times: Interval,
  now: Date,
): Promise<void> {
  if (session.kind !== 'live') throw invalidField('scheduled_start_at', 'An AI interview has no schedule.');
  if (!allows('reschedule', session.status)) throw invalidField('status', refusal(session.status));
  const same =
    sameTime(session.scheduled_start_at, times.start) && sameTime(session.scheduled_end_at, times.end);
  if (same && session.status === 'scheduled') return;
  await requireFree(tx, session.test_id, times, session.id);
  await moveSession(
    tx,
    session.id,
    'reschedule',
    {
      scheduled_start_at: times.start,
      scheduled_end_at: times.end,
      calendar_sequence: session.calendar_sequence + 1,
    },
    now,
  );
  await queueCalendarMails(deps, tx, session.id, 'REQUEST');
}

const sameTime = (a: Date | null, b: Date) => a?.getTime() === b.getTime();

/** A researcher may plan sessions of several tests at one time, because a colleague can hold one of them. */
export async function requireFree(
  tx: Db,
  testId: string,
  times: Interval,
  exceptSessionId: string | undefined,
): Promise<void> {
  await lockHost(tx, testId);
  const taken = await listTaken(tx, testId, exceptSessionId);
  if (taken.some((other) => overlap(times, other)))
    throw invalidField('scheduled_start_at', 'Another session of this test is at this time.');
}

type Times = { scheduled_start_at?: string | undefined; scheduled_end_at?: string | undefined };

function readTimes(input: Times, minutes: number, now: Date): Interval {
  const start = new Date(input.scheduled_start_at as string);
  const end = input.scheduled_end_at
    ? new Date(input.scheduled_end_at)
    : new Date(start.getTime() + minutes * 60_000);
  return checkTimes({ start, end }, now);
}

/** A session that moves without a new end keeps its length. */
function readNewTimes(session: SessionRecord, change: Times, now: Date): Interval {
  const { scheduled_start_at: from, scheduled_end_at: to } = session;
  const minutes = from && to ? (to.getTime() - from.getTime()) / 60_000 : defaultMinutes;
  const start = change.scheduled_start_at ?? (from ?? now).toISOString();
  return readTimes({ ...change, scheduled_start_at: start }, minutes, now);
}

function checkTimes(times: Interval, now: Date): Interval {
  const faults: ErrorDetail[] = [];
  if (times.start <= now) faults.push({ field: 'scheduled_start_at', message: 'must be in the future.' });
  if (times.end <= times.start)
    faults.push({ field: 'scheduled_end_at', message: 'must be after scheduled_start_at.' });
  if (times.end.getTime() - times.start.getTime() > sessionLengthMaxMs)
    faults.push({ field: 'scheduled_end_at', message: 'must be at most 8 hours after scheduled_start_at.' });
  if (times.end >= lastInstant)
    faults.push({ field: 'scheduled_end_at', message: 'must be before 9999-12-31.' });
  if (faults.length > 0) throw invalid(faults);
  return times;
}

export async function cancelSession(
  deps: SessionDeps,
  tx: Db,
  session: SessionRecord,
  now: Date,
  mail: CalendarMailOptions = { namesParticipant: true },
): Promise<SessionRecord> {
  if (session.status === 'canceled') return session;
  const change = { ended_at: now, calendar_sequence: session.calendar_sequence + 1 };
  const canceled = await moveSession(tx, session.id, 'cancel', change, now);
  if (!canceled) throw invalidField('status', refusal(session.status));
  if (session.kind === 'live') await queueCalendarMails(deps, tx, session.id, 'CANCEL', mail);
  const after = await findSessionRecord(tx, session.id);
  if (!after) throw notFound('Session');
  return after;
}
