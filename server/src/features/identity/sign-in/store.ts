import { type Db, sql } from '../../../platform/database/index.ts';

export interface PasswordHolder {
  user_id: string;
  /** null: the user has no password. */
  hash: string | null;
}

export async function findPasswordByEmail(db: Db, email: string): Promise<PasswordHolder | undefined> {
  const [row] = await db.query<PasswordHolder>(sql`
    select u.id as user_id, p.hash from users u left join passwords p on p.user_id = u.id
     where lower(u.email) = lower(${email})`);
  return row;
}

export async function findPasswordOfUser(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(sql`select hash from passwords where user_id = ${userId}`);
  return row?.hash;
}

export async function savePassword(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into passwords (user_id, hash, updated_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`);
}

export interface SignInRow {
  token_hash: Buffer;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

export async function insertSignIn(db: Db, row: SignInRow): Promise<void> {
  await db.query(sql`
    insert into sign_ins (token_hash, user_id, created_at, expires_at)
    values (${row.token_hash}, ${row.user_id}, ${row.created_at}, ${row.expires_at})`);
}

export async function findSignIn(db: Db, tokenHash: Buffer): Promise<SignInRow | undefined> {
  const [row] = await db.query<SignInRow>(sql`
    select token_hash, user_id, created_at, expires_at from sign_ins where token_hash = ${tokenHash}`);
  return row;
}

export async function extendSignIn(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db.query(sql`update sign_ins set expires_at = ${expiresAt} where token_hash = ${tokenHash}`);
}

export async function deleteSignIn(db: Db, tokenHash: Buffer): Promise<void> {
  await db.query(sql`delete from sign_ins where token_hash = ${tokenHash}`);
}

export async function deleteSignInsOfUser(db: Db, userId: string): Promise<void> {
  await db.query(sql`delete from sign_ins where user_id = ${userId}`);
}

export async function deleteExpiredSignIns(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from sign_ins where expires_at <= ${now}`);
}
