import { type Db, sql } from '../../../platform/database/index.ts';
import { type ListQuery, listPage } from '../../../platform/database/keyset-page.ts';

/** An owner is made from a member, so that ownership never goes to an address that was mistyped. */
export const invitedRoles = ['admin', 'member', 'viewer'] as const;
export type InvitedRole = (typeof invitedRoles)[number];

export interface MemberInvitationRow {
  id: string;
  workspace_id: string;
  email: string;
  role: InvitedRole;
  token_hash: Buffer;
  /** The token, encrypted with the key of the installation. */
  sealed: Buffer;
  created_by: string | null;
  sent_at: Date | null;
  bounce_reason: string | null;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** Returns false if the address is already invited. No error, because it would abort the transaction of the request. */
export async function insertInvitation(tx: Db, row: MemberInvitationRow): Promise<boolean> {
  const inserted = await tx.query(sql`
    insert into member_invitations (id, workspace_id, email, role, token_hash, sealed, created_by, expires_at,
      created_at, updated_at)
    values (${row.id}, ${row.workspace_id}, ${row.email}, ${row.role}, ${row.token_hash}, ${row.sealed},
      ${row.created_by}, ${row.expires_at}, ${row.created_at}, ${row.updated_at})
    on conflict (workspace_id, lower(email)) do nothing returning id`);
  return inserted.length > 0;
}

export async function findInvitation(
  db: Db,
  workspaceId: string,
  invitationId: string,
): Promise<MemberInvitationRow | undefined> {
  const [row] = await db.query<MemberInvitationRow>(sql`
    select * from member_invitations where id = ${invitationId} and workspace_id = ${workspaceId}`);
  return row;
}

export const listInvitations = (db: Db, workspaceId: string, query: ListQuery) =>
  listPage<MemberInvitationRow>(db, {
    name: `member invitations:${workspaceId}`,
    query,
    select: sql`select i.*`,
    from: sql`from member_invitations i`,
    where: [sql`i.workspace_id = ${workspaceId}`],
    sorts: { created_at: { column: sql`i.created_at`, type: 'timestamptz' } },
    defaultSort: '-created_at',
    id: sql`i.id`,
  });

export async function countInvitations(tx: Db, workspaceId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from member_invitations where workspace_id = ${workspaceId}`,
  );
  return row?.count ?? 0;
}

/** The workspace of the account with this address, if there is one on this server. */
export async function findAccount(
  tx: Db,
  email: string,
): Promise<{ workspace_id: string; kind: string } | undefined> {
  const [row] = await tx.query<{ workspace_id: string; kind: string }>(
    sql`select workspace_id, kind from users where lower(email) = lower(${email})`,
  );
  return row;
}

export async function extendInvitation(
  tx: Db,
  invitationId: string,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update member_invitations set expires_at = ${expiresAt}, sent_at = null, bounce_reason = null, updated_at = ${now}
     where id = ${invitationId}`);
}

export async function markSent(tx: Db, invitationId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update member_invitations set sent_at = ${now}, bounce_reason = null where id = ${invitationId}`);
}

export async function markBounced(tx: Db, invitationId: string, reason: string): Promise<void> {
  await tx.query(sql`
    update member_invitations set bounce_reason = ${reason.slice(0, 500)} where id = ${invitationId}`);
}

export async function deleteInvitation(tx: Db, invitationId: string): Promise<void> {
  await tx.query(sql`delete from member_invitations where id = ${invitationId}`);
}

export interface OpenInvitation {
  id: string;
  workspace_id: string;
  workspace_name: string;
  email: string;
  role: InvitedRole;
  invited_by: string | null;
}

export async function findOpenInvitation(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  const [row] = await db.query<OpenInvitation>(sql`
    select i.id, i.workspace_id, w.name as workspace_name, i.email, i.role, u.name as invited_by
      from member_invitations i join workspaces w on w.id = i.workspace_id left join users u on u.id = i.created_by
     where i.token_hash = ${tokenHash} and i.expires_at > ${now}`);
  return row;
}

/** Ends the invitation. Of two requests at the same time, one gets undefined. */
export async function takeInvitation(
  tx: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<MemberInvitationRow, 'workspace_id' | 'email' | 'role'> | undefined> {
  const [row] = await tx.query<Pick<MemberInvitationRow, 'workspace_id' | 'email' | 'role'>>(sql`
    delete from member_invitations where token_hash = ${tokenHash} and expires_at > ${now}
    returning workspace_id, email, role`);
  return row;
}
