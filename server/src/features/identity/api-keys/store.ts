import { timingSafeEqual } from 'node:crypto';
import type { AccountHolder } from '../../../foundation/principal.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

export type KeyHolder = AccountHolder & {
  expires_at: Date | null;
  revoked_at: Date | null;
};

type KeyHolderRow = Omit<KeyHolder, 'api_key'> & {
  hash: Buffer;
  key_id: string;
  key_name: string;
  last_four: string;
  key_created_at: Date;
  last_used_at: Date | null;
};

/** Reads a key, its user and the plan of the workspace in one round trip. */
export async function findKeyHolder(db: Db, hash: Buffer): Promise<KeyHolder | undefined> {
  const [found] = await db.lookUp<KeyHolderRow>(sql`
    select k.hash, k.id as key_id, k.name as key_name, k.last_four, k.created_at as key_created_at, k.last_used_at,
           k.expires_at, k.revoked_at, u.id as user_id, u.email, u.name, u.role, u.kind, u.timezone, u.theme, u.inbox_mail,
           u.created_at as user_created_at, u.workspace_id, w.plan
      from api_keys k join users u on u.id = k.user_id join workspaces w on w.id = u.workspace_id
     where k.hash = ${hash}`);
  if (!found || !timingSafeEqual(found.hash, hash)) return undefined;
  const { hash: _, key_id, key_name, last_four, key_created_at, last_used_at, ...row } = found;
  return {
    ...row,
    api_key: { id: key_id, name: key_name, last_four, created_at: key_created_at, last_used_at },
  };
}

export interface KeyRow {
  id: string;
  name: string;
  last_four: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export async function insertKey(db: Db, key: KeyRow & { user_id: string; hash: Buffer }): Promise<void> {
  await db.query(sql`
    insert into api_keys (id, user_id, name, hash, last_four, expires_at, created_at)
    values (${key.id}, ${key.user_id}, ${key.name}, ${key.hash}, ${key.last_four}, ${key.expires_at}, ${key.created_at})`);
}

export const countActiveKeys = (workspaceId: string, now: Date): Sql => sql`
  select count(*) as count from api_keys k join users u on u.id = k.user_id
   where u.workspace_id = ${workspaceId} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`;

export async function listKeys(db: Db, userId: string): Promise<KeyRow[]> {
  return db.query<KeyRow>(sql`
    select id, name, last_four, created_at, last_used_at, expires_at, revoked_at
      from api_keys where user_id = ${userId} order by created_at desc, id desc limit 200`);
}

/** A second revocation does not change `revoked_at`. Returns undefined if there is no such key. */
export async function saveRevocation(
  db: Db,
  keyId: string,
  now: Date,
  userId?: string,
): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>(sql`
    update api_keys set revoked_at = coalesce(revoked_at, ${now})
     where id = ${keyId} and (${userId ?? null}::text is null or user_id = ${userId ?? null})
    returning id, name, last_four, created_at, last_used_at, expires_at, revoked_at`);
  return row;
}

/** Called in the background every few seconds, so that no request waits for it. */
export async function touchKeys(db: Db, usedAt: Map<string, Date>): Promise<void> {
  await db.query(sql`
    update api_keys k set last_used_at = greatest(k.last_used_at, t.used_at)
      from unnest(${[...usedAt.keys()]}::text[], ${[...usedAt.values()]}::timestamptz[]) as t (id, used_at)
     where k.id = t.id`);
}
