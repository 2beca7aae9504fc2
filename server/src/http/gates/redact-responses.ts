import { type Db, type Sql, sql } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box/secret-box.ts';
import { purposeOf } from './idempotency.ts';

const pageSize = 100;

interface StoredRow {
  user_id: string;
  key: string;
  body: Buffer;
}

/**
 * Rewrites the responses that are stored for requests with an Idempotency-Key. A later duplicate request gets the new body.
 * `users` is a query of the ids of users and links whose requests are rewritten. `redact` returns the same text if nothing in it changes.
 */
export async function redactStoredResponses(
  db: Db,
  box: SecretBox,
  users: Sql,
  redact: (body: string) => string,
): Promise<void> {
  let last: Pick<StoredRow, 'user_id' | 'key'> = { user_id: '', key: '' };
  for (;;) {
    const page: StoredRow[] = await db.query<StoredRow>(sql`
      select k.user_id, k.key, k.body from idempotency_keys k
       where split_part(k.user_id, ' ', 1) in (${users}) and k.body is not null and (k.user_id, k.key) > (${last.user_id}, ${last.key})
       order by k.user_id, k.key limit ${pageSize}`);
    const final = page.at(-1);
    if (!final) return;
    last = final;
    for (const { user_id, key, body } of page) {
      const before = box.open(purposeOf(user_id), body);
      const after = redact(before);
      if (after === before) continue;
      // The same key can have been used again since, after its row expired.
      await db.query(sql`
        update idempotency_keys set body = ${box.seal(purposeOf(user_id), after)}
         where user_id = ${user_id} and key = ${key} and body = ${body}`);
    }
  }
}

/** Deletes the stored responses of these users and links. */
export const removeStoredResponses = (db: Db, users: Sql): Promise<unknown> =>
  db.query(sql`delete from idempotency_keys where user_id in (${users})`);
