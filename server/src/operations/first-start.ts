import { randomBytes } from 'node:crypto';
import { createAccount } from '../features/identity/accounts/index.ts';
import { createKey } from '../features/identity/api-keys/index.ts';
import { createSignInLink, setPassword } from '../features/identity/sign-in/index.ts';
import { type Db, sql } from '../platform/database/index.ts';

export interface FirstSignIn {
  email: string;
  password: string;
  apiKey: string;
  /** Signs in once, within a day. */
  link: string;
}

export const ownerEmail = 'owner@parley.local';

/** Creates the first workspace with its owner, a password and an API key, once per database. */
export async function bootstrapWorkspace(
  db: Db,
  publicUrl: string,
  now: Date,
): Promise<FirstSignIn | undefined> {
  return db.transaction(async (tx) => {
    const [first] = await tx.query(sql`
      insert into settings (name, value) values ('set_up_at', ${now.toISOString()}) on conflict do nothing returning 1`);
    if (!first) return undefined;
    const { user_id } = await createAccount(
      tx,
      { email: ownerEmail, name: 'Owner', plan: 'self_hosted' },
      now,
    );
    const password = randomBytes(12).toString('base64url');
    await setPassword(tx, user_id, password, now);
    const { key } = await createKey(tx, user_id, { name: 'First key' }, now);
    const link = await createSignInLink(tx, publicUrl, user_id, now);
    return { email: ownerEmail, password, apiKey: key, link };
  });
}
