import type { Role } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';
import type { MemberRow } from './member-schema.ts';

const memberColumns = sql`u.id, u.name, u.email, u.role, u.created_at as joined_at`;

export async function findMember(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await db.query<MemberRow>(sql`
    select ${memberColumns} from users u
     where u.id = ${userId} and u.workspace_id = ${workspaceId} and u.kind = 'researcher'`);
  return row;
}

export const listMembers = (db: Db, workspaceId: string, query: ListQuery) =>
  listPage<MemberRow>(db, {
    name: `members:${workspaceId}`,
    query,
    select: sql`select ${memberColumns}`,
    from: sql`from users u`,
    where: [sql`u.workspace_id = ${workspaceId}`, sql`u.kind = 'researcher'`],
    sorts: {
      created_at: { column: sql`u.created_at`, type: 'timestamptz' },
      updated_at: { column: sql`u.updated_at`, type: 'timestamptz' },
      name: { column: sql`lower(u.name) collate "C"`, type: 'text' },
    },
    defaultSort: 'created_at',
    id: sql`u.id`,
  });

/** Changes to members of one workspace run one after the other, so that its last owner cannot be lost to a race. */
export async function lockMembers(tx: Db, workspaceId: string): Promise<void> {
  await tx.query(sql`select 1 from workspaces where id = ${workspaceId} for no key update`);
}

/** The owner since the longest time, apart from this member. */
export async function findOtherOwner(
  tx: Db,
  workspaceId: string,
  userId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(sql`
    select id from users where workspace_id = ${workspaceId} and kind = 'researcher' and role = 'owner'
       and id <> ${userId} order by created_at, id limit 1`);
  return row?.id;
}

export async function saveRole(tx: Db, userId: string, role: Role, now: Date): Promise<void> {
  await tx.query(
    sql`update users set role = ${role}, updated_at = ${now} where id = ${userId} and role <> ${role}`,
  );
}

/** Waits for transactions of the member that are about to insert records which belong to them. */
export async function lockMember(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`select 1 from users where id = ${userId} for update`);
}

/** API keys, sign-ins, the password and usage counts are deleted with the user. */
export async function deleteUser(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`delete from users where id = ${userId}`);
}
