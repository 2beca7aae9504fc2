import { invalidField } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import { findInvitationRow } from '../invitations/index.ts';
import { hasEmail } from '../participants/index.ts';
import {
  chargeParticipant,
  listAnswers,
  type ParticipantCaller,
  requirePassedScreener,
  startResponse,
} from '../responses/index.ts';
import { endOfDeadline, findPublishedTest, getVersionContent, type PublishedTest } from '../tests/index.ts';
import { queueCalendarMails } from './calendar-mail.ts';
import type { SessionDeps } from './deps.ts';
import { limitChange } from './limit-changes.ts';
import {
  cancelSession,
  createLiveSession,
  findTimezone,
  isScreenedOut,
  moveTimes,
  testLock,
} from './schedule.ts';
import { freeSlots, type Interval } from './slots.ts';
import {
  findOpenSession,
  findSessionRecord,
  listTakenOfHost,
  lockHost,
  type SessionRecord,
  saveSession,
} from './store.ts';

/** The test of a link if it is a live interview; otherwise throws 422 with the reason. */
async function requireInterview(db: Db, principal: Participant, lock = sql``): Promise<PublishedTest> {
  const test = await findPublishedTest(db, principal.test_id, lock);
  if (principal.revoked_at) throw invalidField('link', 'This link was revoked.');
  if (test?.content.type !== 'live_interview') throw invalidField('link', 'This test has no calls.');
  return test;
}

function requireLive({ status }: PublishedTest): void {
  if (status !== 'live') throw invalidField('link', `This test is ${status}.`);
}

/** A test that is paused or closed offers no times. A booking that exists remains visible. */
export async function readSlots(db: Db, principal: Participant, timezone: string | undefined, now: Date) {
  const test = await requireInterview(db, principal);
  const session = await findOpenSession(db, principal);
  if (!session) requireLive(test);
  const taken = await listTakenOfHost(db, test.id, session?.id, now);
  const { scheduling } = test.content;
  const free = test.status === 'live' ? freeSlots(scheduling, taken, now) : [];
  return {
    timezone: timezone ?? session?.timezone ?? test.workspace_timezone,
    duration_minutes: scheduling?.duration_minutes ?? null,
    slots: free.map(({ start, end }) => ({ start_at: start, end_at: end })),
    booking: session ? toBooking(session) : null,
    has_email: await hasEmail(db, principal.participant_id),
  };
}

export const toBooking = (session: SessionRecord) => ({
  session_id: session.id,
  status: session.status,
  start_at: session.scheduled_start_at,
  end_at: session.scheduled_end_at,
  timezone: session.timezone,
});

/** What the request of a participant who books provides. */
interface BookingCaller extends ParticipantCaller {
  /** The address of the client. */
  address: string;
}

interface Choice {
  start_at: string;
  consent_version?: number | null;
  timezone?: string;
}

/** Books a slot, or moves an existing booking to it. The same request again changes nothing. */
export async function book(deps: SessionDeps, caller: BookingCaller, choice: Choice): Promise<SessionRecord> {
  const { db, principal, now, address } = caller;
  await requireConsentAndScreener(deps, caller, choice);
  return db.transaction(async (tx) => {
    // The screener locks the project, too: either it finds this booking and cancels it, or its result is found below.
    await lockProject(tx, principal.project_id);
    const test = await requireInterview(tx, principal, testLock);
    requireLive(test);
    const { participant_id } = principal;
    if (participant_id === null) throw invalidField('link', 'Start the test before you book a time.');
    if (await isScreenedOut(tx, test.id, participant_id))
      throw invalidField('link', 'The screener ended this test for you.');
    if (await hasCompleted(tx, principal))
      throw invalidField('link', 'This link was used: the response is completed.');
    const current = await findOpenSession(tx, principal, sql`for no key update of s`);
    const start = new Date(choice.start_at);
    if (current?.status === 'scheduled' && current.scheduled_start_at?.getTime() === start.getTime())
      return current;
    const chosen = choice.timezone ?? current?.timezone ?? null;
    requireBeforeDeadline(test, chosen, now);
    const timezone = await findTimezone(tx, test, {
      id: participant_id,
      timezone: chosen ?? (await findInvitationTimezone(tx, principal)),
    });
    await lockHost(tx, test.id);
    const taken = await listTakenOfHost(tx, test.id, current?.id, now);
    const times = requireSlot(test, taken, start, now);
    await limitChange(deps.limiter, tx, principal, address);
    if (current) {
      await saveSession(tx, current.id, { timezone }, now);
      await moveTimes(deps, tx, current, times, now);
      return (await findSessionRecord(tx, current.id)) as SessionRecord;
    }
    const { invitation_id, response_id, workspace_id } = principal;
    if (response_id) await chargeParticipant(tx, { response_id, workspace_id }, now);
    const id = await createLiveSession(deps, tx, {
      test,
      participant_id,
      invitation_id,
      response_id,
      timezone,
      times,
      created_by: null,
      now,
    });
    await queueCalendarMails(deps, tx, id, 'REQUEST');
    return (await findSessionRecord(tx, id)) as SessionRecord;
  });
}

async function findInvitationTimezone(tx: Db, { invitation_id }: Participant): Promise<string | null> {
  const invitation = invitation_id ? await findInvitationRow(tx, invitation_id) : undefined;
  return invitation?.timezone ?? null;
}

/** Whether the link of a response was used. The response keeps its interview, so it cannot name another one. */
async function hasCompleted(tx: Db, { response_id }: Participant): Promise<boolean> {
  const rows = await tx.query(
    sql`select 1 from responses where id = ${response_id} and status = 'completed'`,
  );
  return rows.length > 0;
}

/** Consent and screener come before the booking, as before an AI interview. The response is started with the consent. */
async function requireConsentAndScreener(
  { participantLinks }: SessionDeps,
  caller: ParticipantCaller,
  { consent_version, timezone }: Choice,
): Promise<void> {
  const { db, principal } = caller;
  const test = await requireInterview(db, principal);
  requireLive(test);
  const { consent, screener } = test.content;
  if (principal.participant_id === null || (!consent && !screener)) return;
  const input = {
    ...(consent_version === undefined ? {} : { consent_version }),
    ...(timezone && { timezone }),
  };
  const { response } = await startResponse(participantLinks, caller, input);
  const content = await getVersionContent(db, response.test_id, response.test_version);
  requirePassedScreener(content, await listAnswers(db, response.id));
}

/** A call that was booked in time can be held later. */
function requireBeforeDeadline(test: PublishedTest, timezone: string | null, now: Date): void {
  const { deadline } = test.content.post_details;
  if (deadline !== null && endOfDeadline(deadline, timezone ?? test.workspace_timezone) <= now)
    throw invalidField('link', 'The deadline of this test has passed.');
}

function requireSlot(test: PublishedTest, taken: Interval[], start: Date, now: Date): Interval {
  const { scheduling } = test.content;
  const isSame = (slot: Interval) => slot.start.getTime() === start.getTime();
  if (!freeSlots(scheduling, [], now).some(isSame))
    throw invalidField('start_at', 'This time is not offered. Choose one of the times in the list.');
  const slot = freeSlots(scheduling, taken, now).find(isSame);
  if (!slot) throw invalidField('start_at', 'This time was just taken. Choose another.');
  return slot;
}

/** Cancels the participant's own booking, even when the test is paused. */
export async function cancelBooking(
  deps: SessionDeps,
  { db, principal, now, address }: BookingCaller,
): Promise<SessionRecord> {
  return db.transaction(async (tx) => {
    if (principal.revoked_at) throw invalidField('link', 'This link was revoked.');
    const session = await findOpenSession(tx, principal, sql`for no key update of s`);
    if (!session) throw invalidField('link', 'There is no booking to cancel.');
    await limitChange(deps.limiter, tx, principal, address);
    return cancelSession(deps, tx, session, now);
  });
}
