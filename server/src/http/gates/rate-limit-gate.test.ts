import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { AccountHolder, Participant } from '../../foundation/principal.ts';
import { createRateLimiter } from '../../platform/rate-limiter/index.ts';
import {
  apiKeyWindow,
  browserWindow,
  createRateLimitGate,
  createUnknownLinkGate,
  participantWindow,
} from './rate-limit.ts';

type Plan = AccountHolder['plan'];
const withKey = (plan: Plan, id = 'key_1') => ({ user_id: 'usr_1', plan, api_key: { id } }) as AccountHolder;
const inBrowser = (plan: Plan, user_id = 'usr_1') => ({ user_id, plan, api_key: null }) as AccountHolder;

function openGate(selfHosted = 6_000) {
  const limiter = createRateLimiter();
  const byKey = createRateLimitGate(limiter, apiKeyWindow(selfHosted));
  const byPerson = createRateLimitGate(limiter, browserWindow(selfHosted));
  return async (principal: AccountHolder) => {
    const headers: Record<string, number> = {};
    const reply = {
      request: { ip: '192.0.2.1' },
      header(name: string, value: number) {
        headers[name] = value;
      },
    };
    const gate = principal.api_key ? byKey : byPerson;
    const passRateLimit = await gate(principal, reply as unknown as FastifyReply);
    return { headers, passRateLimit };
  };
}

describe('the request limit', () => {
  test.each([
    ['basic', 60],
    ['standard', 300],
    ['plus', 1_000],
    ['self_hosted', 6_000],
  ] as const)('limits a key on the plan %s to %i requests', async (plan, cap) => {
    const { headers } = await openGate()(withKey(plan));
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': cap, 'X-RateLimit-Remaining': cap - 1 });
  });

  test('allows a person in the browser more requests', async () => {
    const pass = openGate();
    expect((await pass(inBrowser('basic'))).headers['X-RateLimit-Limit']).toBe(3_000);
    expect((await pass(inBrowser('self_hosted'))).headers['X-RateLimit-Limit']).toBe(12_000);
  });

  test('limits a participant equally on every plan', () => {
    for (const plan of ['free', 'basic', 'self_hosted'] as const)
      expect(participantWindow(inBrowser(plan), '192.0.2.1')).toEqual({ subject: 'usr_1', perMinute: 600 });
  });

  test('counts the requests of an open link for each address, because many people share the link', () => {
    const holder = (participant_id: string | null) =>
      ({ kind: 'participant_link', link_id: 'link:1', participant_id }) as Participant;
    const subjects = ['192.0.2.1', '192.0.2.2'].map(
      (address) => participantWindow(holder(null), address).subject,
    );
    expect(new Set(subjects).size).toBe(2);
    expect(participantWindow(holder('par_1'), '192.0.2.1').subject).toBe('link:1');
  });

  test('counts requests for each key, and in the browser for each person', async () => {
    const pass = openGate();
    const left = async (principal: AccountHolder) => (await pass(principal)).headers['X-RateLimit-Remaining'];
    expect(await left(withKey('basic'))).toBe(59);
    expect(await left(withKey('basic'))).toBe(58);
    expect(await left(withKey('basic', 'key_2'))).toBe(59);
    expect(await left(inBrowser('basic'))).toBe(2_999);
    expect(await left(inBrowser('basic'))).toBe(2_998);
    expect(await left(inBrowser('basic', 'usr_2'))).toBe(2_999);
  });

  test('does not exist if the operator set 0', async () => {
    const pass = openGate(0);
    for (const principal of [withKey('self_hosted'), inBrowser('self_hosted')])
      expect((await pass(principal)).headers['X-RateLimit-Limit']).toBe(2_147_483_647);
  });
});

describe('a window', () => {
  test('ends within a minute, in whole seconds', async () => {
    const from = Date.now();
    const { headers } = await openGate()(withKey('basic'));
    const reset = headers['X-RateLimit-Reset'] as number;
    expect(Number.isInteger(reset)).toBe(true);
    expect(reset).toBeGreaterThanOrEqual(Math.floor(from / 1_000) + 59);
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + 60);
  });

  test('refuses the next request when a window is full, and says how long to wait', async () => {
    const pass = openGate();
    for (let i = 0; i < 60; i++) expect((await pass(withKey('basic'))).passRateLimit).not.toThrow();
    const { passRateLimit } = await pass(withKey('basic'));
    expect(passRateLimit).toThrow(
      expect.objectContaining({
        code: 'rate_limited',
        message: 'More than 60 requests in a minute. Wait for the number of seconds in Retry-After.',
        retryAfterSeconds: expect.toSatisfy(
          (seconds) => Number.isInteger(seconds) && seconds > 50 && seconds <= 60,
        ),
      }),
    );
  });
});

test('refuses an address that tries more than 30 unknown links in a minute, and no other address', async () => {
  const gate = createUnknownLinkGate(createRateLimiter());
  const tryFrom = (ip: string) => gate({ ip } as FastifyRequest);
  for (let i = 0; i < 30; i++) await tryFrom('192.0.2.1');
  await expect(tryFrom('192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(tryFrom('192.0.2.2')).resolves.toBeUndefined();
});
