import { forbidden, invalidField, notFound } from '../../../foundation/errors.ts';
import { managesWorkspace, type Researcher, type Role } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { HandOver } from '../../registrations.ts';
import { waitForCacheInvalidation } from '../api-keys/index.ts';
import type { MemberRow } from './member-schema.ts';
import { deleteUser, findMember, findOtherOwner, lockMember, lockMembers, saveRole } from './member-store.ts';

export function requireManager(principal: Researcher): void {
  if (!managesWorkspace(principal))
    throw forbidden('Only owners and admins manage the members of a workspace.');
}

export async function changeRole(
  { db, principal, now }: Caller,
  userId: string,
  role: Role,
): Promise<MemberRow> {
  const changed = await db.transaction(async (tx) => {
    const member = await getManagedMember(tx, principal, userId);
    if (role === 'owner' && principal.role !== 'owner')
      throw forbidden('Only an owner can make another member an owner.');
    if (
      member.role === 'owner' &&
      role !== 'owner' &&
      !(await findOtherOwner(tx, principal.workspace_id, userId))
    )
      throw invalidField('role', 'This is the last owner. Make another member an owner first.');
    await saveRole(tx, userId, role, now);
    return { ...member, role };
  });
  await waitForCacheInvalidation(db);
  return changed;
}

/** Projects pass to an owner of the workspace. Keys and sign-ins end on every node before this returns. */
export async function removeMember(
  { db, principal, now }: Caller,
  userId: string,
  handOver: HandOver,
): Promise<void> {
  await db.transaction(async (tx) => {
    await getManagedMember(tx, principal, userId);
    const newOwner = await findOtherOwner(tx, principal.workspace_id, userId);
    if (!newOwner)
      throw invalidField('user_id', 'This is the last owner. Make another member an owner first.');
    await lockMember(tx, userId);
    await handOver(tx, { from: userId, to: newOwner, now });
    await deleteUser(tx, userId);
  });
  await waitForCacheInvalidation(db);
}

/** The role of the caller is read again, because two admins may remove each other at the same time. */
async function getManagedMember(tx: Db, principal: Researcher, userId: string): Promise<MemberRow> {
  await lockMembers(tx, principal.workspace_id);
  const member = await findMember(tx, principal.workspace_id, userId);
  if (!member) throw notFound('Member');
  const caller = await findMember(tx, principal.workspace_id, principal.user_id);
  if (!caller) throw forbidden('You are no longer a member of this workspace.');
  requireManager({ ...principal, role: caller.role });
  if (member.role === 'owner' && caller.role !== 'owner')
    throw forbidden('Only an owner can change or remove an owner.');
  return member;
}
