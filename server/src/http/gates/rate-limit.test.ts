import { hasRedis, openRedis, type RedisServer } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, startParley, type TestParley, until } from '../../../test/harness.ts';

/** The rate limit (spec §2.5): per key, 60 seconds from its first request, exact. */

const statuses = (answers: { status: number }[]) => ({
  passed: answers.filter(({ status }) => status === 200).length,
  refused: answers.filter(({ status }) => status === 429).length,
});
const burst = (account: Account, count: number) =>
  Promise.all(Array.from({ length: count }, () => account.get('/v1/me')));

describe('on one node', () => {
  let parley: TestParley;
  beforeAll(async () => {
    parley = await startParley({ env: { RATE_LIMIT_SELF_HOSTED: '5' } });
  });
  afterAll(() => parley.stop());

  test('60 sequential requests pass on basic and the 61st gets 429', async () => {
    const basic = await parley.account({ plan: 'basic' });
    for (let i = 1; i <= 60; i++) {
      const { status, headers } = await basic.get('/v1/me');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('60');
      expect(headers.get('x-ratelimit-remaining')).toBe(String(60 - i));
      const resetsIn = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
      expect(resetsIn).toBeGreaterThan(-1);
      expect(resetsIn).toBeLessThanOrEqual(61);
    }
    const refused = await basic.get('/v1/me');
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe('rate_limited');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  });

  test('exactly 60 of 150 concurrent requests pass', async () => {
    const basic = await parley.account({ plan: 'basic' });
    expect(statuses(await burst(basic, 150))).toEqual({ passed: 60, refused: 90 });
  });

  test.each([
    ['standard', 300],
    ['plus', 1000],
    ['self_hosted', 5],
  ] as const)('the limit of the plan %s is %i', async (plan, cap) => {
    const account = await parley.account({ plan });
    expect((await account.get('/v1/me')).headers.get('x-ratelimit-limit')).toBe(String(cap));
    expect((await account.get('/v1/usage')).body.data.rate_limit.per_minute).toBe(cap);
  });

  test('each key has its own window, also keys of the same user', async () => {
    const account = await parley.account();
    const key = await account.newKey();
    expect(statuses(await burst(account, 8))).toEqual({ passed: 5, refused: 3 });
    const other = await parley.request('GET', '/v1/me', { headers: { authorization: `Bearer ${key}` } });
    expect(other.headers.get('x-ratelimit-remaining')).toBe('4');
  });

  test('failed requests count: unknown paths and invalid bodies', async () => {
    const account = await parley.account();
    await account.get('/v1/nothing');
    await account.post('/v1/projects', '{broken');
    expect((await account.get('/v1/me')).headers.get('x-ratelimit-remaining')).toBe('2');
  });
});

test('without a limit no request is refused, and the headers have the largest 32-bit integer', async () => {
  const parley = await startParley({ env: { RATE_LIMIT_SELF_HOSTED: '0' } });
  try {
    const account = await parley.account();
    expect(statuses(await burst(account, 150))).toEqual({ passed: 150, refused: 0 });
    const { headers, body } = await account.get('/v1/usage');
    expect(body.data.rate_limit.per_minute).toBeNull();
    // Clients parse the headers as integers, so they have the largest number that every language can hold.
    expect(headers.get('x-ratelimit-limit')).toBe('2147483647');
    expect(headers.get('x-ratelimit-remaining')).toBe('2147483647');
    expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
  } finally {
    await parley.stop();
  }
});

if (!hasRedis() && process.env.CI === 'true') {
  test('redis-server is installed in CI', () => {
    throw new Error('redis-server is missing: apt-get install redis-server');
  });
}

describe.skipIf(!hasRedis())(
  'on two nodes with Redis (skipped without it: apt-get install redis-server)',
  () => {
    let redis: RedisServer;
    let one: TestParley;
    let two: TestParley;
    beforeAll(async () => {
      redis = await openRedis();
      await redis.start();
      one = await startParley({ env: { REDIS_URL: redis.url } });
      two = await startParley({ sameDatabaseAs: one, env: { REDIS_URL: redis.url } });
    });
    afterAll(async () => {
      await two?.stop();
      await one?.stop();
      await redis?.kill();
    });

    const across = (account: Account, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          (i % 2 ? one : two).request('GET', '/v1/me', {
            headers: { authorization: `Bearer ${account.key}` },
          }),
        ),
      );
    /** Waits until both nodes use Redis: a window that one node opened is seen by the other. */
    const waitForSharedCounts = () =>
      until(async () => {
        const probe = await one.account({ plan: 'basic' });
        const [first, second] = [await across(probe, 2), await across(probe, 2)];
        const least = Math.min(...second.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))));
        return first.length === 2 && least === 56;
      }, 'both nodes to share their counts');

    test('exactly 60 of 150 requests pass, whichever node they reach', async () => {
      await waitForSharedCounts();
      const basic = await one.account({ plan: 'basic' });
      const answers = await across(basic, 150);
      expect(statuses(answers)).toEqual({ passed: 60, refused: 90 });
      for (const { status, headers } of answers) {
        if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      }
    });

    test('requests succeed while Redis is down, and are counted in Redis when it has restarted', {
      timeout: 120_000,
    }, async () => {
      await waitForSharedCounts();
      const standard = await one.account({ plan: 'standard' });
      const before = across(standard, 40);
      await redis.kill();
      const during = [...(await before), ...(await across(standard, 60)), ...(await across(standard, 60))];
      expect(statuses(during)).toEqual({ passed: 160, refused: 0 });
      // Each node still enforces the limit on its own.
      const basic = await one.account({ plan: 'basic' });
      const { passed } = statuses(await across(basic, 150));
      expect(passed).toBeGreaterThanOrEqual(60);
      expect(passed).toBeLessThanOrEqual(120);
      await redis.start();
      await waitForSharedCounts();
    });
  },
);

test('requests succeed and are limited if Redis was never available', async () => {
  const parley = await startParley({ env: { REDIS_URL: 'redis://127.0.0.1:1' } });
  try {
    const basic = await parley.account({ plan: 'basic' });
    expect(statuses(await burst(basic, 80))).toEqual({ passed: 60, refused: 20 });
  } finally {
    await parley.stop();
  }
});
