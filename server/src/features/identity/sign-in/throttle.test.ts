import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../platform/rate-limiter/index.ts';
import { createThrottle } from './throttle.ts';

const owner = 'owner@example.com';

function throttled() {
  const throttle = createThrottle(createRateLimiter());
  const passes = (promise: Promise<unknown>) =>
    promise.then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe('rate_limited');
        return false;
      },
    );
  const signIn = (ip: string, account = owner, browserId?: string) =>
    passes(throttle.signIn({ ip, account, browserId }));
  const fail = async (times: number, ip: string, account = owner) => {
    let passed = 0;
    for (let i = 0; i < times; i++) if (await signIn(ip, account)) passed++;
    return passed;
  };
  return { throttle, signIn, fail, passes };
}

describe('the limits of failed sign-ins', () => {
  test('allow five per minute for an account from one network, and do not affect another network', async () => {
    const { signIn, fail } = throttled();
    expect(await fail(50, '198.51.100.7')).toBe(5);
    expect(await signIn('198.51.100.250')).toBe(false);
    expect(await signIn('198.51.101.7')).toBe(true);
  });

  test('count the addresses of an IPv6 /64 together', async () => {
    const { signIn, fail } = throttled();
    expect(await fail(5, '2001:db8:1:2::1')).toBe(5);
    expect(await signIn('2001:db8:1:2:ffff::9')).toBe(false);
    expect(await signIn('2001:db8:1:3::1')).toBe(true);
    expect(await fail(5, '::ffff:203.0.113.1')).toBe(5);
    expect(await signIn('203.0.113.2')).toBe(false);
  });

  test('ignore the letter case of the account', async () => {
    const { signIn, fail } = throttled();
    expect(await fail(5, '198.51.100.7', 'Owner@Example.com')).toBe(5);
    expect(await signIn('198.51.100.7', 'oWNER@eXAMPLE.COM')).toBe(false);
  });

  test('allow 100 per hour for an account from all networks together', async () => {
    const { fail } = throttled();
    let passed = 0;
    for (let network = 0; network < 40; network++) passed += await fail(5, `198.51.${network}.1`);
    expect(passed).toBe(100);
  });

  test('do not let one network use up the attempts of all networks', async () => {
    const { signIn, fail } = throttled();
    // Each address has its own limit of 20 per minute; the network has five per minute for this account.
    for (let host = 1; host <= 30; host++) await fail(20, `198.51.100.${host}`);
    expect(await signIn('203.0.113.1')).toBe(true);
  });

  test('do not apply to a known browser, which has its own five per minute', async () => {
    const { signIn, fail } = throttled();
    for (let network = 0; network < 40; network++) await fail(5, `198.51.${network}.1`);
    const mine = await Promise.all(Array.from({ length: 8 }, () => signIn('198.51.0.1', owner, 'mine')));
    expect(mine.filter(Boolean)).toHaveLength(5);
  });

  test('do not count a successful attempt', async () => {
    const { throttle, fail } = throttled();
    for (let i = 0; i < 12; i++) {
      const undoCount = await throttle.signIn({
        ip: '198.51.100.7',
        account: owner,
        browserId: undefined,
      });
      await undoCount();
    }
    expect(await fail(20, '198.51.100.7')).toBe(5);
  });

  test('count password changes by signed-in user', async () => {
    const { throttle, passes, fail } = throttled();
    await fail(5, '198.51.100.7');
    const changes = await Promise.all(
      Array.from({ length: 8 }, () => passes(throttle.passwordChange('usr_1'))),
    );
    expect(changes.filter(Boolean)).toHaveLength(5);
    expect(await passes(throttle.passwordChange('usr_2'))).toBe(true);
  });
});
