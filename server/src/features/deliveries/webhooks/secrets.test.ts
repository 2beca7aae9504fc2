import { createHmac } from 'node:crypto';
import { type Receiver, startReceiver } from '@parley/testing';
import { beforeEach, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { useParley } from '../../../../test/use-parley.ts';

const hourMs = 3_600_000;
const clock = createTestClock();
let receiver: Receiver;
let ada: Account;
let webhookId: string;
let first: string;

const parley = useParley({ clock, work: true });
beforeEach(async () => {
  receiver = await startReceiver();
  ada = await parley.account();
  const { body } = await ada.post('/v1/webhooks', { url: receiver.url, events: ['project.created'] });
  webhookId = body.data.id;
  first = body.data.secret;
  return () => receiver.close();
});

const rotate = () => ada.post(`/v1/webhooks/${webhookId}/rotate-secret`);
const newSecret = async (): Promise<string> => (await rotate()).body.data.secret;

/** Sends a test event and returns which secrets signed it, in the order of the header. */
async function signers(secrets: Record<string, string>): Promise<string[]> {
  const count = receiver.received.length;
  await ada.post(`/v1/webhooks/${webhookId}/test`, {});
  const request = await until(() => receiver.received[count], 'a request');
  const header = String(request.headers['x-svc-signature']);
  const t = /^t=(\d+)/.exec(header)?.[1];
  return [...header.matchAll(/v1=([0-9a-f]{64})/g)].map(([, hex]) => {
    const match = Object.entries(secrets).find(
      ([, secret]) => createHmac('sha256', secret).update(`${t}.`).update(request.body).digest('hex') === hex,
    );
    return match?.[0] ?? 'unknown';
  });
}

test('a replaced secret also signs for exactly 24 hours', async () => {
  const second = await newSecret();
  expect(second).not.toBe(first);
  clock.advance(24 * hourMs - 1);
  expect(await signers({ first, second })).toEqual(['second', 'first']);
  clock.advance(1);
  expect(await signers({ first, second })).toEqual(['second']);
});

test('each replaced secret signs for its own 24 hours after several rotations', async () => {
  const second = await newSecret();
  clock.advance(hourMs);
  const third = await newSecret();
  clock.advance(hourMs);
  const fourth = await newSecret();
  const secrets = { first, second, third, fourth };
  expect(await signers(secrets)).toEqual(['fourth', 'third', 'second', 'first']);
  clock.advance(22 * hourMs);
  expect(await signers(secrets)).toEqual(['fourth', 'third', 'second']);
  clock.advance(hourMs);
  expect(await signers(secrets)).toEqual(['fourth', 'third']);
});

test('a fourth rotation within 24 hours returns 422 and changes nothing', async () => {
  for (let i = 0; i < 2; i++) await rotate();
  const current = await newSecret();
  const refused = await rotate();
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toEqual([
    { field: 'webhook_id', message: expect.stringContaining('3 times in 24 hours') },
  ]);
  expect((await signers({ first, current }))[0]).toBe('current');
  clock.advance(24 * hourMs);
  expect((await rotate()).status).toBe(200);
});
