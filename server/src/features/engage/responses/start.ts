import { newId } from '../../../foundation/ids.ts';
import type { Participant } from '../../../foundation/principal.ts';
import type { Db, Transaction, TransactionOptions } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import { markInvitation } from '../invitations/index.ts';
import {
  createUnverifiedParticipant,
  type ParticipantLinks,
  recordConsent,
  requireAgreement,
} from '../participants/index.ts';
import { takeResponseNumber } from '../tests/index.ts';
import { requireParticipantCredit } from './charge-participant.ts';
import { type LinkContext, requireOpen } from './link-state.ts';
import { type Device, hasResponse, insertResponse, type ResponseRow, saveResponse } from './store.ts';

export interface StartInput {
  consent_version?: number | null;
  timezone?: string;
  locale?: string;
  device?: Partial<Device>;
  name?: string;
  email?: string;
}

export interface Started {
  context: LinkContext;
  response: ResponseRow;
  /** The personal token for someone who came through an open link; null if the link is already personal. */
  token: string | null;
}

/** What a participant's request provides. */
export interface ParticipantCaller {
  db: Db;
  principal: Participant;
  now: Date;
}

/** Many participants start at the same time, and each waits for the counts of the project. */
const manyStart: TransactionOptions = { contended: true };

/**
 * Starts the response of a link, or returns the one that exists: a participant who returns, even on another device,
 * continues. `session_id` connects the response of an interview with its session.
 */
export async function startResponse(
  links: ParticipantLinks,
  { db, principal, now }: ParticipantCaller,
  input: StartInput,
  options: { browserTimezone?: string; session_id?: string } = {},
): Promise<Started> {
  return db.transaction(async (tx) => {
    await lockProject(tx, principal.project_id);
    const context = await requireOpen(tx, principal, now, input.timezone ?? options.browserTimezone);
    if (context.response) return resume(tx, context, context.response, input, options.session_id, now);
    const consent_version = requireAgreement(context.test.content.consent, input.consent_version);
    const number = await takeResponseNumber(tx, principal.test_id);
    const participant = await getParticipant(tx, principal, context, input, now);
    await requireParticipantCredit(tx, principal, now);
    const response: ResponseRow = {
      id: newId('response', now.getTime()),
      project_id: principal.project_id,
      test_id: principal.test_id,
      test_version: context.test.version,
      number,
      status: 'in_progress',
      participant_id: participant.id,
      invitation_id: principal.invitation_id,
      session_id: options.session_id ?? (await findUnnamedSession(tx, principal, context)),
      timezone: context.timezone,
      locale: input.locale ?? context.invitation?.locale ?? null,
      device: input.device ? { kind: null, os: null, browser: null, ...input.device } : null,
      language: input.locale?.split('-')[0] ?? null,
      consent_version,
      consented_at: consent_version === null ? null : now,
      quality: null,
      sentiment: null,
      started_at: now,
      submitted_at: null,
      duration_seconds: null,
      metadata: context.invitation?.metadata ?? {},
      simulated: false,
      created_by: null,
      created_at: now,
      updated_at: now,
    };
    if (principal.invitation_id) await markInvitation(tx, principal.invitation_id, 'started', now);
    await insertResponse(tx, response);
    if (consent_version !== null)
      await recordConsent(tx, participant.id, principal.test_id, consent_version, now);
    const token = await issuePersonalLink(tx, links, principal, response, now);
    return { context: { ...context, state: 'in_progress', response }, response, token };
  }, manyStart);
}

/** The interview of the link, or the one that the person has booked. */
async function findUnnamedSession(
  tx: Db,
  principal: Participant,
  context: LinkContext,
): Promise<string | null> {
  const session_id = context.session_id ?? principal.session_id;
  return session_id && !(await hasResponse(tx, session_id)) ? session_id : null;
}

/** A response that was given up continues when its participant returns. */
async function resume(
  tx: Db,
  context: LinkContext,
  before: ResponseRow,
  input: StartInput,
  session_id: string | undefined,
  now: Date,
): Promise<Started> {
  const response: ResponseRow = {
    ...before,
    status: 'in_progress',
    session_id: before.session_id ?? session_id ?? null,
  };
  if (before.consent_version === null && context.test.content.consent) {
    response.consent_version = requireAgreement(context.test.content.consent, input.consent_version);
    response.consented_at = now;
    await recordConsent(tx, before.participant_id, before.test_id, response.consent_version as number, now);
  }
  if (
    response.status !== before.status ||
    response.session_id !== before.session_id ||
    response.consented_at !== before.consented_at
  ) {
    response.updated_at = now;
    await saveResponse(tx, response);
  }
  return { context: { ...context, response }, response, token: null };
}

async function getParticipant(
  tx: Db,
  principal: Participant,
  context: LinkContext,
  input: StartInput,
  now: Date,
): Promise<{ id: string }> {
  if (principal.participant_id !== null) return { id: principal.participant_id };
  return createUnverifiedParticipant(
    tx,
    {
      project_id: principal.project_id,
      email: input.email ?? null,
      name: input.name ?? null,
      timezone: context.timezone,
      locale: input.locale ?? null,
      simulated: false,
    },
    now,
  );
}

async function issuePersonalLink(
  tx: Transaction,
  links: ParticipantLinks,
  principal: Participant,
  { id, test_id, participant_id }: ResponseRow,
  now: Date,
): Promise<string | null> {
  if (principal.participant_id !== null) return null;
  return (await links.issue(tx, { test_id, participant_id, response_id: id }, now)).token;
}
