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

export async function findUserByEmail(
  db: Db,
  email: string,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const [row] = await db.query<{ id: string; name: string; email: string }>(sql`
    select id, name, email from users where lower(email) = lower(${email}) and kind = 'researcher'`);
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
  id: string;
  token_hash: Buffer;
  user_id: string;
  browser: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export async function insertSignIn(db: Db, row: SignInRow): Promise<void> {
  await db.query(sql`
    insert into sign_ins (id, token_hash, user_id, browser, created_at, last_used_at, expires_at)
    values (${row.id}, ${row.token_hash}, ${row.user_id}, ${row.browser}, ${row.created_at}, ${row.last_used_at},
      ${row.expires_at})`);
}

export async function findSignIn(db: Db, tokenHash: Buffer): Promise<SignInRow | undefined> {
  const [row] = await db.query<SignInRow>(sql`
    select id, token_hash, user_id, browser, created_at, last_used_at, expires_at from sign_ins
     where token_hash = ${tokenHash}`);
  return row;
}

export async function touchSignIn(
  db: Db,
  tokenHash: Buffer,
  { usedAt, expiresAt }: { usedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    update sign_ins set last_used_at = ${usedAt}, expires_at = ${expiresAt} where token_hash = ${tokenHash}`);
}

export interface ListedSignIn {
  id: string;
  browser: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export const listSignIns = (db: Db, userId: string, now: Date): Promise<ListedSignIn[]> =>
  db.query<ListedSignIn>(sql`
    select id, browser, created_at, last_used_at, expires_at
      from sign_ins where user_id = ${userId} and expires_at > ${now}
     order by last_used_at desc, id limit 200`);

export async function deleteSignInById(db: Db, userId: string, signInId: string): Promise<boolean> {
  const rows = await db.query(
    sql`delete from sign_ins where id = ${signInId} and user_id = ${userId} returning 1`,
  );
  return rows.length > 0;
}

/** Returns how many ended. */
export async function deleteOtherSignIns(db: Db, userId: string, signInId: string): Promise<number> {
  const rows = await db.query(
    sql`delete from sign_ins where user_id = ${userId} and id <> ${signInId} returning 1`,
  );
  return rows.length;
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
