import { notFound } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { hashToken, newToken } from './token.ts';

export type LinkPurpose = 'sign_in' | 'password_reset';

export const lifetimeMs: Record<LinkPurpose, number> = {
  sign_in: 24 * 3_600_000,
  password_reset: 3_600_000,
};

/** Creates a link that can be used once. The database stores only the hash of its token. */
async function createLink(db: Db, purpose: LinkPurpose, userId: string, now: Date): Promise<string> {
  const token = newToken();
  await db.query(sql`
    insert into one_time_links (token_hash, purpose, user_id, created_at, expires_at)
    values (${hashToken(token)}, ${purpose}, ${userId}, ${now}, ${new Date(now.getTime() + lifetimeMs[purpose])})`);
  return token;
}

/** The token is in the fragment, which browsers send to no server, so it is in no log of a proxy. */
export const createSignInLink = async (db: Db, publicUrl: string, userId: string, now: Date) =>
  `${publicUrl}/sign-in#${await createLink(db, 'sign_in', userId, now)}`;

export const createResetLink = async (db: Db, publicUrl: string, userId: string, now: Date) =>
  `${publicUrl}/reset#${await createLink(db, 'password_reset', userId, now)}`;

export async function findLinkHolder(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<{ user_id: string; email: string } | undefined> {
  const [row] = await db.query<{ user_id: string; email: string }>(sql`
    select l.user_id, u.email from one_time_links l join users u on u.id = l.user_id
     where l.token_hash = ${hashToken(token)} and l.purpose = ${purpose} and l.expires_at > ${now}`);
  return row;
}

/** Returns the user and ends the link. Of two requests at the same time, one gets 404. */
export async function redeemLink(tx: Db, purpose: LinkPurpose, token: string, now: Date): Promise<string> {
  const [row] = await tx.query<{ user_id: string }>(sql`
    delete from one_time_links
     where token_hash = ${hashToken(token)} and purpose = ${purpose} and expires_at > ${now} returning user_id`);
  if (!row) throw notFound('Link');
  return row.user_id;
}

/** A new password ends every link that was sent before. */
export async function deleteLinksOfUser(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`delete from one_time_links where user_id = ${userId}`);
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from one_time_links where expires_at <= ${now}`);
}
