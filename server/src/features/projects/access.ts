import { forbidden, notFound } from '../../foundation/errors.ts';
import { mayWrite, type Researcher } from '../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../platform/database/index.ts';

/** The fields that decide who may read a project. Records inside a project follow it (spec §2.3). */
export interface Access {
  owner_id: string;
  visibility: 'private' | 'workspace';
  member_ids: string[];
}

/** Reading needs the project to be shared with you, writing also a role that writes, owning is the owner's. */
export type Need = 'read' | 'write' | 'own';

export function requireAccess(project: Access, principal: Researcher, need: Need): void {
  const owns = project.owner_id === principal.user_id;
  const shared = project.visibility === 'workspace' || project.member_ids.includes(principal.user_id);
  if (!owns && !shared) throw forbidden();
  if (need !== 'read' && !mayWrite(principal)) throw forbidden('Viewers may read, not change.');
  if (need === 'own' && !owns) throw forbidden('Only the owner of the project may do this.');
}

/** The rule of reading in SQL: whether the project `p` is shared with this user. */
export const sharedWith = (userId: string): Sql =>
  sql`(p.owner_id = ${userId} or p.visibility = 'workspace' or ${userId} = any(p.member_ids))`;

/** The projects `p` that a list shows. */
export const visibleTo = (principal: Researcher): Sql => sql`
  p.workspace_id = ${principal.workspace_id} and p.deleted_at is null and ${sharedWith(principal.user_id)}`;

/** The columns of `p` that requireAccess wants, for a child's own query: one round trip reads both. */
export const accessColumns: Sql = sql`p.owner_id, p.visibility, p.member_ids`;

/** For writing below a project: the row is share-locked, so that it can't be deleted under the writer's feet. */
export async function getProjectForWrite(tx: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(tx, principal, projectId, 'write', sql`for key share`);
}

/**
 * For deleting below a project, which is counted in it: locks are taken in the order project, things, tags (by id),
 * taggings, here and by the triggers, so that no two writers wait for each other.
 */
export async function lockProject(tx: Db, projectId: string): Promise<void> {
  await tx.query(sql`select 1 from projects where id = ${projectId} for no key update`);
}

export async function getProjectForRead(db: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(db, principal, projectId, 'read', sql``);
}

/** For what outlives a project, such as its events. */
export async function getProjectOrDeleted(db: Db, principal: Researcher, projectId: string) {
  return getProjectAccess(db, principal, projectId, 'read', sql``, sql`true`);
}

async function getProjectAccess(
  db: Db,
  principal: Researcher,
  projectId: string,
  need: Need,
  lock: Sql,
  state = sql`p.deleted_at is null`,
) {
  const [row] = await db.query<Access & { id: string; workspace_id: string; language: string | null }>(sql`
    select p.id, p.workspace_id, p.language, ${accessColumns} from projects p
     where p.id = ${projectId} and p.workspace_id = ${principal.workspace_id} and ${state} ${lock}`);
  if (!row) throw notFound('Project');
  requireAccess(row, principal, need);
  return row;
}
