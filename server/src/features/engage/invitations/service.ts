import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import { type Need, requireAccess } from '../../projects/index.ts';
import { endUploadsOf } from '../../sources/files/index.ts';
import { revokeLinks } from '../participants/index.ts';
import { getTest } from '../tests/index.ts';
import { type InvitationDeps, invitationMailKind, readExpiry, requireLive } from './create.ts';
import type { Resend } from './schema.ts';
import { findInvitation, type InvitationStatus, type InvitationView, saveInvitation } from './store.ts';

export async function getInvitation(
  { db, principal }: Caller,
  invitationId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const invitation = await findInvitation(db, principal, invitationId, lock);
  if (!invitation) throw notFound('Invitation');
  requireAccess(invitation, principal, need);
  return invitation;
}

const lock = sql`for no key update of i for key share of p`;
const ended: InvitationStatus[] = ['completed', 'screened_out', 'declined', 'revoked'];

/** Sends the same link again. A mail that is still queued is not queued twice. */
export async function resendInvitation(
  { tasks }: InvitationDeps,
  caller: Caller,
  invitationId: string,
  { expires_at }: Resend,
): Promise<InvitationView> {
  const { now, principal } = caller;
  const expiresAt = readExpiry(expires_at, now);
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    // Locks the test before the invitation, as everywhere.
    const seen = await getInvitation(inTx, invitationId, 'write');
    requireLive((await getTest(inTx, seen.test_id, 'write', sql`for key share of p, t`)).status);
    const before = await getInvitation(inTx, invitationId, 'write', lock);
    if (ended.includes(before.status)) {
      throw invalidField('status', `The invitation is ${before.status} and cannot be sent again.`);
    }
    const after = { ...before, expires_at: expires_at === undefined ? before.expires_at : expiresAt };
    if (!before.started_at && after.expires_at && after.expires_at <= now) {
      throw invalidField('expires_at', 'is required: the invitation has expired.');
    }
    if (before.status === 'expired') after.status = before.opened_at ? 'opened' : 'queued';
    if (before.status === 'sent' || before.status === 'bounced') after.status = 'queued';
    const unchanged = before.status === 'queued' && +(after.expires_at ?? 0) === +(before.expires_at ?? 0);
    if (unchanged) return before;
    after.bounce = null;
    after.updated_at = now;
    await saveInvitation(tx, after);
    if (before.status !== 'queued') {
      await tasks.addAll(tx, [
        { kind: invitationMailKind, workspace_id: principal.workspace_id, subject: invitationId },
      ]);
    }
    return after;
  });
}

/** Ends the link of an invitation. The record remains, and its page says that the invitation was revoked. */
export async function revokeInvitation(
  { tasks }: InvitationDeps,
  caller: Caller,
  invitationId: string,
): Promise<void> {
  await caller.db.transaction(async (tx) => {
    const row = await getInvitation({ ...caller, db: tx }, invitationId, 'write', lock);
    if (row.status === 'completed' || row.status === 'screened_out') {
      throw invalidField('status', 'The participant has already finished. Delete the response instead.');
    }
    if (row.status === 'revoked') return;
    await saveInvitation(tx, { ...row, status: 'revoked', updated_at: caller.now });
    await revokeLinks(tx, { invitation_id: invitationId }, caller.now);
    await endUploadsOf(tx, sql`select id from responses where invitation_id = ${invitationId}`, caller.now);
    await tasks.remove(tx, [invitationId], invitationMailKind);
  });
}
