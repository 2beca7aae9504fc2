import { describe, expect, test } from 'vitest';
import { startChildServer } from '../../../../test/child-server.ts';
import { type Account, type TestParley, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { hashApiKey } from '../../../foundation/api-key.ts';
import { sql } from '../../../platform/database/index.ts';
import { createApiKeyCache } from './api-key-cache.ts';
import { createKey, revokeKey, waitForCacheInvalidation } from './index.ts';
import { findKeyHolder } from './store.ts';

/** Nodes cache API keys under a lease (ADR 9). A change must take effect on every node when it returns. */

const one = useParley();
const two = useParley({ sameDatabaseAs: one });

const at = async (node: TestParley, key: string) =>
  (await node.request('GET', '/v1/me', { headers: { authorization: `Bearer ${key}` } })).status;

const leases = () => one.db.query<{ revision: number }>(sql`select revision from key_leases`);

/** Waits until both nodes have a lease, so that a change has to wait for both. */
async function bothCache(key: string): Promise<void> {
  await until(async () => {
    expect([await at(one, key), await at(two, key)]).toEqual([200, 200]);
    return (await leases()).length === 2;
  }, 'both nodes to have a lease');
}

async function keyOf(account: Account) {
  return createKey(one.db, account.user_id, { name: 'short-lived' }, one.clock.now());
}

describe('the cache of API keys', () => {
  test('invalidates the cache on every node when a revocation returns, repeatedly and under load', async () => {
    const ada = await one.account();
    for (let i = 0; i < 5; i++) {
      const { key, row } = await keyOf(ada);
      await bothCache(key);
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

  test('invalidates the cache after changes of plan, role and name, even when they are made in SQL', async () => {
    const ada = await one.account({ plan: 'plus' });
    await bothCache(ada.key);
    await ada.setPlan('free');
    expect([await at(one, ada.key), await at(two, ada.key)]).toEqual([402, 402]);
    await ada.setPlan('plus');
    await bothCache(ada.key);
    await one.db.query(sql`update users set role = 'viewer', name = 'Ada' where id = ${ada.user_id}`);
    await waitForCacheInvalidation(one.db);
    expect((await ada.get('/v1/me')).body.data).toMatchObject({ role: 'viewer', name: 'Ada' });
    await bothCache(ada.key);
    await one.db.query(sql`delete from api_keys where id = ${ada.key_id}`);
    await waitForCacheInvalidation(one.db);
    expect([await at(one, ada.key), await at(two, ada.key)]).toEqual([401, 401]);
  });

  test('authenticates a cached key without reading the table of keys', async () => {
    const ada = await one.account();
    await bothCache(ada.key);
    await one.db.transaction(async (tx) => {
      await tx.query(sql`lock table api_keys in access exclusive mode`);
      // Concurrent, because sequential requests could take longer than an entry is valid.
      const answers = await Promise.all(Array.from({ length: 20 }, () => at(one, ada.key)));
      expect(answers).toEqual(Array(20).fill(200));
    });
  });

  test('delays a revocation by at most one lease after a node was killed', async () => {
    const { key, row } = await keyOf(await one.account());
    const third = await startChildServer(one.connection);
    await until(
      async () => {
        const headers = { authorization: `Bearer ${key}` };
        expect((await fetch(`${third.url}/v1/me`, { headers })).status).toBe(200);
        return (await leases()).length > 0;
      },
      'the third node to have a lease',
      30_000,
    );
    await third.stop('SIGKILL');
    const began = performance.now();
    await revokeKey(one.db, row.id, one.clock.now());
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await at(one, key)).toBe(401);
  });

  test('does not store a look-up that started before a revocation', async () => {
    const ada = await one.account();
    const cache = createApiKeyCache(one.db);
    const holderOf = (hash: string) => findKeyHolder(one.db, Buffer.from(hash, 'base64url'));
    try {
      const { key, row } = await keyOf(ada);
      const hash = hashApiKey(key);
      const read = await holderOf(hash);
      expect(read?.revoked_at).toBeNull();
      // The row is read before the revocation and returned after it.
      const answer = Promise.withResolvers<typeof read>();
      const pending = cache.find(hash, () => answer.promise);

      let lookUps = 0;
      const findOther = async () => {
        const before = lookUps;
        await cache.find(hashApiKey(ada.key), (other) => {
          lookUps++;
          return holderOf(other);
        });
        return lookUps === before;
      };
      await until(findOther, 'the cache to respond without a look-up');
      await revokeKey(one.db, row.id, one.clock.now());
      await until(findOther, 'the cache to respond without a look-up, at the new revision');
      answer.resolve(read);
      await pending;
      expect((await cache.find(hash, holderOf))?.revoked_at).not.toBeNull();
    } finally {
      await cache.close();
    }
  });

  test('the cache of API keys has no lease on a node without requests', { timeout: 30_000 }, async () => {
    await until(
      async () => {
        const [row] = await one.db.query<{ n: number }>(
          sql`select count(*) as n from key_leases where ends_at > clock_timestamp()`,
        );
        return row?.n === 0;
      },
      'the leases to expire',
      20_000,
    );
  });
});
