import { invalidField } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { lastInstant } from '../../../foundation/limits.ts';
import type { Caller } from '../../../http/route.ts';
import { sql } from '../../../platform/database/index.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import {
  completeParticipants,
  detachRevokedLinks,
  findOrCreateParticipants,
  type ParticipantLinks,
} from '../participants/index.ts';
import { getTest } from '../tests/index.ts';
import type { NewInvitations } from './schema.ts';
import {
  addressKeys,
  findByAddresses,
  type InvitationRow,
  type InvitationView,
  insertInvitations,
  renewInvitations,
} from './store.ts';

export const invitationMailKind = 'invitation.mail';

export interface InvitationDeps {
  participantLinks: ParticipantLinks;
  tasks: Pick<TaskQueue, 'addAll' | 'remove'>;
}

export type InvitationOfRequest = InvitationView & { duplicate: boolean };

/**
 * Invites each address once. The lock of the test serializes concurrent requests, so that a duplicate request
 * sends no second invitation. Mails are queued in the same transaction.
 */
export async function createInvitations(
  { participantLinks: links, tasks }: InvitationDeps,
  caller: Caller,
  testId: string,
  { participants: people, message, expires_at }: NewInvitations,
): Promise<InvitationOfRequest[]> {
  const { principal, now } = caller;
  const expiresAt = readExpiry(expires_at, now);
  return caller.db.transaction(async (tx) => {
    const lock = sql`for no key update of t for key share of p`;
    const test = await getTest({ ...caller, db: tx }, testId, 'write', lock);
    requireLive(test.status);
    // Composed and decomposed accents look the same, so they are the same address.
    const emails = people.map(({ email }) => email.normalize('NFC'));
    const keys = await addressKeys(tx, emails);
    const known = new Map((await findByAddresses(tx, testId, emails)).map((row) => [row.address, row]));
    const fresh = keys.flatMap((key, i) => (known.has(key) || keys.indexOf(key) < i ? [] : [i]));

    const persons = await findOrCreateParticipants(
      tx,
      fresh.map((i) => ({
        ...detailsOf(people[i]),
        project_id: test.project_id,
        email: emails[i] as string,
        simulated: false,
        created_by: principal.user_id,
      })),
      now,
    );
    await completeParticipants(
      tx,
      persons.map(({ id }, n) => ({ id, ...detailsOf(people[fresh[n] as number]) })),
      now,
    );
    const rows = persons.map((person, n): InvitationRow => {
      const i = fresh[n] as number;
      return {
        ...detailsOf(people[i]),
        id: newId('invitation', now.getTime()),
        project_id: test.project_id,
        test_id: testId,
        participant_id: person.id,
        email: emails[i] as string,
        status: 'queued',
        message: message ?? null,
        bounce: null,
        sent_at: null,
        opened_at: null,
        started_at: null,
        completed_at: null,
        expires_at: expiresAt,
        metadata: people[i]?.metadata ?? {},
        simulated: false,
        created_by: principal.user_id,
        created_at: now,
        updated_at: now,
      };
    });
    // The researcher changed their mind. Someone who declined is not asked again.
    const renewed = [...known.values()].filter(({ status }) => status === 'revoked');
    const invited = [...rows, ...renewed];
    if (rows.length > 0) await insertInvitations(tx, rows);
    if (renewed.length > 0) {
      const fields = { message: message ?? null, expires_at: expiresAt, updated_at: now };
      await renewInvitations(
        tx,
        renewed.map(({ id }) => ({ id, ...fields })),
      );
      await detachRevokedLinks(
        tx,
        renewed.map(({ id }) => id),
      );
    }
    if (invited.length > 0) {
      await links.issueAll(
        tx,
        invited.map(({ id, participant_id }) => ({ test_id: testId, participant_id, invitation_id: id })),
        now,
      );
      await tasks.addAll(
        tx,
        invited.map(({ id }) => ({
          kind: invitationMailKind,
          workspace_id: principal.workspace_id,
          subject: id,
        })),
      );
    }
    const renewedKeys = new Set(renewed.map(({ address }) => address));
    const isNew = (i: number) =>
      fresh.includes(i) || (renewedKeys.has(keys[i] as string) && keys.indexOf(keys[i] as string) === i);
    const all = new Map((await findByAddresses(tx, testId, emails)).map((row) => [row.address, row]));
    return keys.map((key, i) => ({ ...(all.get(key) as InvitationView), duplicate: !isNew(i) }));
  });
}

const detailsOf = (person: NewInvitations['participants'][number] | undefined) => ({
  name: person?.name ?? null,
  timezone: person?.timezone ?? null,
  locale: person?.locale ?? null,
});

/** People can be invited only while they can take part (spec §7.5). */
export function requireLive(status: string): void {
  if (status !== 'live') throw invalidField('status', `The test is ${status}. Only a live test can be sent.`);
}

export function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (!given) return null;
  const at = new Date(given);
  if (at <= now) throw invalidField('expires_at', 'must be in the future.');
  if (at >= lastInstant) throw invalidField('expires_at', 'must be before 9999-12-31.');
  return at;
}
