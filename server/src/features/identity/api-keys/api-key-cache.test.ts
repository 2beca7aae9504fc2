import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChildServer } from '../../../../test/child-server.ts';
import { type Account, startParley, type TestParley, until } from '../../../../test/harness.ts';
import { hashApiKey } from '../../../foundation/api-key.ts';
import { sql } from '../../../platform/database/index.ts';
import { createApiKeyCache } from './api-key-cache.ts';
import { createKey, revokeKey, waitForCacheInvalidation } from './index.ts';
import { findKeyHolder } from './store.ts';

/** Nodes remember keys under a lease (ADR 2): no change may be overlooked for it. */

let one: TestParley;
let two: TestParley;
beforeAll(async () => {
  one = await startParley();
  two = await startParley({ beside: one });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const at = async (node: TestParley, key: string) =>
  (await node.request('GET', '/v1/me', { headers: { authorization: `Bearer ${key}` } })).status;

const leases = () => one.db.query<{ revision: number }>(sql`select revision from key_leases`);

/** Until a change would have to wait for both nodes. */
async function bothRemember(key: string): Promise<void> {
  await until(async () => {
    expect([await at(one, key), await at(two, key)]).toEqual([200, 200]);
    return (await leases()).length === 2;
  }, 'both nodes to hold a lease');
}

async function keyOf(account: Account) {
  return createKey(one.db, account.user_id, { name: 'short-lived' }, one.clock.now());
}

describe('what a node remembers', () => {
  test('is forgotten on every node when a revocation returns, under load and again and again', async () => {
    const ada = await one.account();
    for (let i = 0; i < 5; i++) {
      const { key, row } = await keyOf(ada);
      await bothRemember(key);
      let going = true;
      const load = [one, two].flatMap((node) =>
        Array.from({ length: 4 }, async () => {
          while (going) await at(node, key);
        }),
      );
      await revokeKey(one.db, row.id, one.clock.now());
      const after = await Promise.all([one, two, one, two].map((node) => at(node, key)));
      going = false;
      await Promise.all(load);
      expect(after).toEqual([401, 401, 401, 401]);
    }
  });

  test('follows the plan, the role and the name, also when they are changed by hand', async () => {
    const ada = await one.account({ plan: 'plus' });
    await bothRemember(ada.key);
    await ada.setPlan('free');
    expect([await at(one, ada.key), await at(two, ada.key)]).toEqual([402, 402]);
    await ada.setPlan('plus');
    await bothRemember(ada.key);
    await one.db.query(sql`update users set role = 'viewer', name = 'Ada' where id = ${ada.user_id}`);
    await waitForCacheInvalidation(one.db);
    expect((await ada.get('/v1/me')).body.data).toMatchObject({ role: 'viewer', name: 'Ada' });
    await bothRemember(ada.key);
    await one.db.query(sql`delete from api_keys where id = ${ada.key_id}`);
    await waitForCacheInvalidation(one.db);
    expect([await at(one, ada.key), await at(two, ada.key)]).toEqual([401, 401]);
  });

  test('saves the look-up: a known key is answered while nobody can read the table of keys', async () => {
    const ada = await one.account();
    await bothRemember(ada.key);
    await one.db.transaction(async (tx) => {
      await tx.query(sql`lock table api_keys in access exclusive mode`);
      // At once: one after the other they could outlast the seconds for which a key is known.
      const answers = await Promise.all(Array.from({ length: 20 }, () => at(one, ada.key)));
      expect(answers).toEqual(Array(20).fill(200));
    });
  });

  test('ends with the lease of a node that was killed: nobody waits longer for the dead', async () => {
    const { key, row } = await keyOf(await one.account());
    const third = await startChildServer(one.connection);
    await until(
      async () => {
        const headers = { authorization: `Bearer ${key}` };
        expect((await fetch(`${third.url}/v1/me`, { headers })).status).toBe(200);
        return (await leases()).length > 0;
      },
      'the third node to hold a lease',
      30_000,
    );
    await third.stop('SIGKILL');
    const began = performance.now();
    await revokeKey(one.db, row.id, one.clock.now());
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await at(one, key)).toBe(401);
  });

  test('never includes a look-up that began before a revocation', async () => {
    const ada = await one.account();
    const memory = createApiKeyCache(one.db);
    const holderOf = (hash: string) => findKeyHolder(one.db, Buffer.from(hash, 'base64url'));
    try {
      const { key, row } = await keyOf(ada);
      const hash = hashApiKey(key);
      const read = await holderOf(hash);
      expect(read?.revoked_at).toBeNull();
      // Read before the revocation, and answered after it.
      const answer = Promise.withResolvers<typeof read>();
      const pending = memory.find(hash, () => answer.promise);

      let looks = 0;
      const findOther = async () => {
        const before = looks;
        await memory.find(hashApiKey(ada.key), (other) => {
          looks++;
          return holderOf(other);
        });
        return looks === before;
      };
      await until(findOther, 'the memory to answer without looking');
      await revokeKey(one.db, row.id, one.clock.now());
      await until(findOther, 'the memory to answer without looking, at the new revision');
      answer.resolve(read);
      await pending;
      expect((await memory.find(hash, holderOf))?.revoked_at).not.toBeNull();
    } finally {
      await memory.close();
    }
  });

  test('ends when nobody asks: a quiet node holds no lease', { timeout: 30_000 }, async () => {
    await until(
      async () => {
        const [row] = await one.db.query<{ n: number }>(
          sql`select count(*) as n from key_leases where ends_at > clock_timestamp()`,
        );
        return row?.n === 0;
      },
      'the leases to run out',
      20_000,
    );
  });
});
