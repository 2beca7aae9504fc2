import { afterAll, beforeAll, expect, test } from 'vitest';
import { startParley, type TestParley, until } from '../../../test/harness.ts';

let parley: TestParley;
beforeAll(async () => {
  parley = await startParley({ env: { RATE_LIMIT_SELF_HOSTED: '5' } });
});
afterAll(() => parley.stop());

test('a request succeeds after Retry-After, and fails a few seconds earlier', {
  timeout: 180_000,
}, async () => {
  const account = await parley.account();
  for (let i = 0; i < 5; i++) await account.get('/v1/me');
  const refused = await account.get('/v1/me');
  const askedAt = performance.now();
  const waitMs = Number(refused.headers.get('retry-after')) * 1000;
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  // The test is about elapsed time, so this is the only test that waits for a fixed time.
  const passed = (ms: number) => until(() => performance.now() - askedAt >= ms, 'the time', 90_000);
  await passed(waitMs - 5_000);
  const early = await account.get('/v1/me');
  const earlyAtMs = performance.now() - askedAt;
  // If the machine stalled for a second, the request was sent too late to prove anything, so the test fails.
  expect(earlyAtMs).toBeLessThan(waitMs - 1_000);
  expect(early.status).toBe(429);
  await passed(waitMs);
  const { status, headers } = await account.get('/v1/me');
  expect(status).toBe(200);
  expect(headers.get('x-ratelimit-remaining')).toBe('4');
});
