import { hashApiKey, newApiKey } from '../../../foundation/api-key.ts';
import { forbidden, invalidField, notFound } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import { managesWorkspace, type Researcher } from '../../../foundation/principal.ts';
import type { Db } from '../../../platform/database/index.ts';
import { waitForCacheInvalidation } from './api-key-cache.ts';
import { insertKey, type KeyRow, saveRevocation } from './store.ts';

/** The key exists only in the result of this function; the database stores its hash. */
export async function createKey(
  db: Db,
  userId: string,
  input: { name: string; expires_at?: Date | null },
  now: Date,
) {
  if (input.expires_at && input.expires_at <= now) throw invalidField('expires_at', 'must be in the future.');
  const key = newApiKey();
  const row: KeyRow = {
    id: newId('key', now.getTime()),
    name: input.name,
    last_four: key.slice(-4),
    created_at: now,
    last_used_at: null,
    expires_at: input.expires_at ?? null,
    revoked_at: null,
  };
  await insertKey(db, { ...row, user_id: userId, hash: Buffer.from(hashApiKey(key), 'base64url') });
  return { row, key };
}

/** Only owners and admins create keys (spec §2.2). */
export function requireKeyCreationRole(principal: Researcher): void {
  if (!managesWorkspace(principal)) throw forbidden('Only owners and admins can create API keys.');
}

export async function revokeOwnKey(db: Db, principal: Researcher, keyId: string, now: Date): Promise<KeyRow> {
  return revokeKey(db, keyId, now, principal.user_id);
}

/** The revocation is effective on every node when this returns. */
export async function revokeKey(db: Db, keyId: string, now: Date, userId?: string): Promise<KeyRow> {
  const row = await saveRevocation(db, keyId, now, userId);
  if (!row) throw notFound('API key');
  await waitForCacheInvalidation(db);
  return row;
}
