import { forbidden, notFound } from '../../foundation/errors.ts';
import { type Researcher, requireWriteRole } from '../../foundation/principal.ts';
import { type Db, empty, type Sql, sql, type Transaction } from '../../platform/database/index.ts';

/** The fields that decide who may read a project. Records inside a project follow it (spec §2.3). */
export interface Access {
  owner_id: string;
  visibility: 'private' | 'workspace';
  member_ids: string[];
}

/** `read`: the project is shared with the user. `write`: the user's role may also write. `own`: the user owns it. */
export type Need = 'read' | 'write' | 'own';

/** Whether the project is shared with this user. */
export const mayRead = ({ owner_id, visibility, member_ids }: Access, userId: string): boolean =>
  owner_id === userId || visibility === 'workspace' || member_ids.includes(userId);

export function requireAccess(project: Access, principal: Researcher, need: Need): void {
  if (!mayRead(project, principal.user_id)) throw forbidden();
  if (need !== 'read') requireWriteRole(principal);
  if (need === 'own' && project.owner_id !== principal.user_id)
    throw forbidden('Only the owner of the project can do this.');
}

/** `mayRead` in SQL, for the project `p`. */
export const sharedWith = (userId: string | Sql): Sql =>
  sql`(p.owner_id = ${userId} or p.visibility = 'workspace' or ${userId} = any(p.member_ids))`;

/** The projects `p` that the user can list. */
export const visibleTo = (principal: Researcher): Sql => sql`
  p.workspace_id = ${principal.workspace_id} and p.deleted_at is null and ${sharedWith(principal.user_id)}`;

/** The columns of `p` that `requireAccess` needs, so that the query of a record also reads the access to its project. */
export const accessColumns: Sql = sql`p.owner_id, p.visibility, p.member_ids`;

/** Who may read a project, for a statement that joins it without reading it first. */
export const accessOf = (projectId: string): Sql =>
  sql`select ${accessColumns} from projects p where p.id = ${projectId}`;

/** Share-locks the project, so that it cannot be deleted before the caller's transaction ends. */
export async function getProjectForWrite(tx: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(tx, principal, projectId, { need: 'write', lock: sql`for key share` });
}

/**
 * Like `getProjectForWrite`, for a transaction that locks other records and then adds one that the project counts: the count
 * changes in the project's row, which is locked before all other records (ADR 6).
 */
export async function getProjectForAddition(tx: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(tx, principal, projectId, { need: 'write', lock: sql`for no key update` });
}

/**
 * Call this before deleting a record of a project, because triggers update the project's counts. All transactions lock in
 * one order (ADR 6), so that they cannot deadlock.
 */
export async function lockProject(tx: Db, projectId: string): Promise<void> {
  await tx.query(projectLock(projectId));
}

/** Like `lockProject`, without waiting for the lock: the next statement waits for it. */
export function sendProjectLock(tx: Transaction, projectId: string): void {
  tx.send(projectLock(projectId));
}

const projectLock = (projectId: string) =>
  sql`select 1 from projects where id = ${projectId} for no key update`;

export async function getProjectForRead(db: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(db, principal, projectId, { need: 'read' });
}

/** Finds a project, even a deleted one, for records such as events that remain readable after the deletion. */
export async function getProjectOrDeleted(db: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(db, principal, projectId, { need: 'read', includeDeleted: true });
}

async function getProjectAccess(
  db: Db,
  principal: Researcher,
  projectId: string,
  { need, lock, includeDeleted = false }: { need: Need; lock?: Sql; includeDeleted?: boolean },
) {
  const state = includeDeleted ? sql`true` : sql`p.deleted_at is null`;
  const read = lock ? db.query : db.lookUp;
  const [row] = await read<Access & { id: string; workspace_id: string; language: string | null }>(sql`
    select p.id, p.workspace_id, p.language, ${accessColumns} from projects p
     where p.id = ${projectId} and p.workspace_id = ${principal.workspace_id} and ${state} ${lock ?? empty}`);
  if (!row) throw notFound('Project');
  requireAccess(row, principal, need);
  return row;
}
