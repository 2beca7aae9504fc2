import { invalidField } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { isTimezone } from '../../../foundation/timezone.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { findInvitationRow, type InvitationRow } from '../invitations/index.ts';
import { endOfDeadline, findPublishedTest, type PublishedTest } from '../tests/index.ts';
import { countPlacesTaken, findOwnResponse, ownSessions, type ResponseRow } from './store.ts';

export const linkStates = [
  'ready',
  'in_progress',
  'completed',
  'screened_out',
  'declined',
  'withdrawn',
  'revoked',
  'expired',
  'paused',
  'closed',
  'deadline_passed',
  'full',
] as const;
export type LinkState = (typeof linkStates)[number];

/** What the holder of a link can do with it now, and the records that decide it. */
export interface LinkContext {
  state: LinkState;
  test: PublishedTest;
  response: ResponseRow | undefined;
  invitation: InvitationRow | undefined;
  /** The live interview that this person has booked or is in. */
  session_id: string | undefined;
  /**
   * The timezone in which the deadline ends: of the response, else of the invitation, else of the browser, else of the
   * workspace (spec §7.4).
   */
  timezone: string;
  /** The first instant after the deadline; null without a deadline. */
  deadline_ends_at: Date | null;
}

/** Why a link cannot be used in this state, for the participant. */
const refusals: Record<Exclude<LinkState, 'ready' | 'in_progress'>, string> = {
  completed: 'This link was used: the response is completed.',
  screened_out: 'This link was used: the screener ended the response.',
  declined: 'The invitation was declined.',
  withdrawn: 'You withdrew from this test, and your answers were removed.',
  revoked: 'This link was revoked.',
  expired: 'This invitation has expired.',
  paused: 'This test is paused. Try again later.',
  closed: 'This test is closed.',
  deadline_passed: 'The deadline of this test has passed.',
  full: 'This test has enough participants.',
};

export async function readLink(
  db: Db,
  principal: Participant,
  now: Date,
  browserTimezone: string | undefined,
): Promise<LinkContext> {
  const test = await findPublishedTest(db, principal.test_id);
  // A link is created by publishing, so a draft has none.
  if (!test) throw invalidField('link', refusals.closed);
  const response = await findOwnResponse(db, principal);
  const invitation = principal.invitation_id
    ? await findInvitationRow(db, principal.invitation_id)
    : undefined;
  const browser = browserTimezone && isTimezone(browserTimezone) ? browserTimezone : undefined;
  const timezone = response?.timezone ?? invitation?.timezone ?? browser ?? test.workspace_timezone;
  const { deadline } = test.content.post_details;
  const deadline_ends_at = deadline === null ? null : endOfDeadline(deadline, timezone);
  const session_id = await findBookedSession(db, principal, test, now);
  const context = { test, response, invitation, session_id, timezone, deadline_ends_at };
  return { ...context, state: await readState(db, principal, context, now) };
}

/**
 * Refuses a link that is revoked, spent or expired, and a test that is not live or past its deadline. Every route of /p/v1
 * that writes calls it; the message says why.
 */
export async function requireOpen(
  db: Db,
  principal: Participant,
  now: Date,
  browserTimezone?: string,
): Promise<LinkContext> {
  const context = await readLink(db, principal, now, browserTimezone);
  if (context.state !== 'ready' && context.state !== 'in_progress')
    throw invalidField('link', refusals[context.state]);
  return context;
}

async function readState(
  db: Db,
  principal: Participant,
  { test, response, invitation, session_id, deadline_ends_at }: Omit<LinkContext, 'state'>,
  now: Date,
): Promise<LinkState> {
  if (principal.revoked_at) return (await hasWithdrawn(db, principal)) ? 'withdrawn' : 'revoked';
  if (response?.status === 'completed' || response?.status === 'screened_out') return response.status;
  if (invitation?.status === 'declined' || invitation?.status === 'revoked') return invitation.status;
  // A booked interview is held, whatever happens to the test in the meantime.
  if (session_id) return response ? 'in_progress' : 'ready';
  if (test.status === 'closed') return 'closed';
  if (deadline_ends_at && deadline_ends_at <= now) return 'deadline_passed';
  if (test.status === 'paused') return 'paused';
  if (response) return 'in_progress';
  if (invitation?.status === 'completed' || invitation?.status === 'screened_out') return invitation.status;
  if (invitation?.status === 'expired' || (invitation?.expires_at && invitation.expires_at <= now))
    return 'expired';
  return (await isFull(db, principal, test)) ? 'full' : 'ready';
}

/** A late participant may still enter, until the agreed end. */
async function findBookedSession(
  db: Db,
  principal: Participant,
  test: PublishedTest,
  now: Date,
): Promise<string | undefined> {
  if (test.content.type !== 'live_interview' || principal.participant_id === null) return undefined;
  const [row] = await db.query<{ id: string }>(sql`
    select id from engage_sessions s
     where ${ownSessions(principal)} and kind = 'live'
       and (status in ('scheduled', 'waiting', 'in_progress') or (status = 'no_show' and scheduled_end_at > ${now}))
     order by created_at desc, id desc limit 1`);
  return row?.id;
}

/** Only the open link has a cap: a person with an invitation may always take part. */
async function isFull(db: Db, { participant_id }: Participant, test: PublishedTest): Promise<boolean> {
  const { target_participants } = test.content.post_details;
  if (participant_id !== null || target_participants === null) return false;
  return (await countPlacesTaken(db, test.id)) >= target_participants;
}

async function hasWithdrawn(db: Db, { participant_id, test_id }: Participant): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from participants a
     where a.id = ${participant_id} and (a.erased_at is not null or exists (
       select 1 from consents c
        where c.participant_id = a.id and c.test_id = ${test_id} and c.withdrawn_at is not null)
       or exists (select 1 from erasures e where e.participant_id = a.id and e.test_id = ${test_id}))`);
  return rows.length > 0;
}
