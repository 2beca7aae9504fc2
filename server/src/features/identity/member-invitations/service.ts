import { invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import { requireManager } from '../accounts/index.ts';
import { hashToken, newToken } from '../sign-in/index.ts';
import type { NewMemberInvitation } from './schema.ts';
import {
  countInvitations,
  deleteInvitation,
  extendInvitation,
  findAccount,
  findInvitation,
  insertInvitation,
  type MemberInvitationRow,
} from './store.ts';

export interface InvitationDeps {
  publicUrl: string;
  box: SecretBox;
  tasks: Pick<TaskQueue, 'add'>;
}

export const memberMailKind = 'member_invitation.mail';
const sealPurpose = (invitationId: string) => `member invitation:${invitationId}`;

/** The token is only in this URL: the database has its hash and its encrypted form. */
export const inviteUrl = (
  { publicUrl, box }: Pick<InvitationDeps, 'publicUrl' | 'box'>,
  { id, sealed }: Pick<MemberInvitationRow, 'id' | 'sealed'>,
): string => `${publicUrl}/invite#${box.open(sealPurpose(id), sealed)}`;

const lifetimeMs = 7 * 86_400_000;
/** A workspace cannot be used to send mails to many strangers. */
const invitationsMax = 200;
const resendAfterMs = 60_000;

export async function createInvitation(
  { box, tasks }: InvitationDeps,
  { db, principal, now }: Caller,
  input: NewMemberInvitation,
): Promise<MemberInvitationRow> {
  requireManager(principal);
  const id = newId('member_invitation', now.getTime());
  const token = newToken();
  const invitation: MemberInvitationRow = {
    id,
    workspace_id: principal.workspace_id,
    email: input.email,
    role: input.role ?? 'member',
    token_hash: hashToken(token),
    sealed: box.seal(sealPurpose(id), token),
    created_by: principal.user_id,
    sent_at: null,
    bounce_reason: null,
    expires_at: new Date(now.getTime() + lifetimeMs),
    created_at: now,
    updated_at: now,
  };
  await db.transaction(async (tx) => {
    await requireNoAccount(tx, principal.workspace_id, input.email);
    if ((await countInvitations(tx, principal.workspace_id)) >= invitationsMax)
      throw invalidField('email', `At most ${invitationsMax} invitations can be open. Withdraw one first.`);
    if (!(await insertInvitation(tx, invitation)))
      throw invalidField('email', 'This address is already invited. Send the invitation again instead.');
    await queueInvitationMail(tasks, tx, invitation);
  });
  return invitation;
}

export async function getInvitation(
  { db, principal }: Caller,
  invitationId: string,
): Promise<MemberInvitationRow> {
  const invitation = await findInvitation(db, principal.workspace_id, invitationId);
  if (!invitation) throw notFound('Invitation');
  requireManager(principal);
  return invitation;
}

/** Sends the same link again, valid for another seven days. */
export async function resendInvitation(
  { tasks }: InvitationDeps,
  caller: Caller,
  invitationId: string,
): Promise<MemberInvitationRow> {
  const { db, now } = caller;
  return db.transaction(async (tx) => {
    const invitation = await getInvitation({ ...caller, db: tx }, invitationId);
    const waitMs = invitation.updated_at.getTime() + resendAfterMs - now.getTime();
    if (waitMs > 0)
      throw invalidField(
        'invitation_id',
        `This invitation was sent less than a minute ago. Try again in ${Math.ceil(waitMs / 1000)} seconds.`,
      );
    const expires_at = new Date(now.getTime() + lifetimeMs);
    await extendInvitation(tx, invitationId, expires_at, now);
    await queueInvitationMail(tasks, tx, invitation);
    return { ...invitation, expires_at, sent_at: null, bounce_reason: null, updated_at: now };
  });
}

export async function withdrawInvitation(caller: Caller, invitationId: string): Promise<void> {
  await getInvitation(caller, invitationId);
  await deleteInvitation(caller.db, invitationId);
}

const queueInvitationMail = (
  tasks: Pick<TaskQueue, 'add'>,
  tx: Db,
  { id, workspace_id }: MemberInvitationRow,
) => tasks.add(tx, { kind: memberMailKind, workspace_id, subject: id });

async function requireNoAccount(tx: Db, workspaceId: string, email: string): Promise<void> {
  const account = await findAccount(tx, email);
  if (!account) return;
  throw invalidField(
    'email',
    account.workspace_id === workspaceId && account.kind === 'researcher'
      ? 'This person is already a member of the workspace.'
      : 'This address already has an account on this server, so it cannot join another workspace.',
  );
}
