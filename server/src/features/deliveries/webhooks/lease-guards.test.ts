import { randomUUID } from 'node:crypto';
import { type Receiver, startReceiver } from '@parley/testing';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  createTestClock,
  startParley,
  type TestParley,
  until,
} from '../../../../test/harness.ts';
import { sql } from '../../../platform/database/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createOutbound, loopbackCidrs } from '../../../platform/outbound/index.ts';
import { createSecretBox } from '../../../platform/secret-box/secret-box.ts';
import { createTaskQueue } from '../../../platform/tasks/index.ts';
import {
  type AttemptRecord,
  createDeliveryMetrics,
  createEngine,
  lease,
  queueTiers,
  type RoundPosition,
  recordAttempts,
} from '../engine/index.ts';
import { webhookChannel } from './channel.ts';
import { failureTracking } from './failure-tracking.ts';

const clock = createTestClock();
let parley: TestParley;
let receiver: Receiver;
let ada: Account;

beforeEach(async () => {
  parley = await startParley({ clock });
  receiver = await startReceiver();
  ada = await parley.account();
});
afterEach(async () => {
  await receiver.close();
  await parley.stop();
});

const subscribe = async (): Promise<string> =>
  (await ada.post('/v1/webhooks', { url: receiver.url, events: ['project.created'] })).body.data.id;
const create = () => ada.post('/v1/projects', { name: 'x' });
const attempts = (id: string) =>
  parley.db.query<{ status: string; error: string | null }>(
    sql`select status, error from webhook_attempts where subscription_id = ${id}`,
  );
const queued = (id: string) =>
  parley.db.query<{ event_id: string; leased_until: Date | null }>(
    sql`select event_id, leased_until from webhook_queue where subscription_id = ${id}`,
  );

test('a result is recorded only with the token of the current lease', async () => {
  const id = await subscribe();
  const held: (() => void)[] = [];
  receiver.answer((_, response) => void held.push(() => response.writeHead(200).end()));
  parley.startWork();
  await create();
  await until(() => held.length === 1, 'the attempt');
  // As if the lease had expired and another worker had claimed the delivery.
  await parley.db.query(sql`
    update webhook_queue set lease_token = ${randomUUID()}, leased_until = now() + interval '1 hour'
     where subscription_id = ${id}`);
  held[0]?.();
  receiver.answer(200);
  // Results are written in the order of arrival. When this one is written, the first one would be too.
  const other = await subscribe();
  await ada.post(`/v1/webhooks/${other}/test`, {});
  await until(async () => (await attempts(other)).length === 1, 'the result of a later attempt');
  expect(await attempts(id)).toEqual([]);
  expect(await queued(id)).toHaveLength(1);
});

describe('a queued delivery is not sent', () => {
  /** As if a worker had died after the lease. Workers handle such a row; the periodic skip does not. */
  const expireLeases = (table: 'webhook_queue' | 'automation_queue') =>
    parley.db.query(
      table === 'webhook_queue'
        ? sql`update webhook_queue set leased_until = now() - interval '1 minute', lease_token = ${randomUUID()}`
        : sql`update automation_queue set leased_until = now() - interval '1 minute', lease_token = ${randomUUID()}`,
    );

  test('a queued delivery is not sent to a webhook that was deleted or disabled', async () => {
    const deleted = await subscribe();
    const disabled = await subscribe();
    await create();
    await ada.delete(`/v1/webhooks/${deleted}`);
    await parley.db.query(sql`update webhooks set status = 'disabled' where id = ${disabled}`);
    await expireLeases('webhook_queue');
    parley.startWork();
    for (const id of [deleted, disabled]) {
      const [row] = await until(async () => {
        const rows = await attempts(id);
        return rows.length > 0 && rows;
      }, 'a record');
      expect(row).toEqual({ status: 'skipped', error: 'subscription_disabled' });
      expect(await queued(id)).toEqual([]);
    }
    expect(receiver.received).toEqual([]);
  });

  test('a queued delivery is not sent to an automation that was unsubscribed', async () => {
    const hook = { event: 'project.created', target_url: receiver.url };
    const { id } = (await ada.post('/v1/automations/hooks', hook)).body.data;
    await create();
    await ada.delete(`/v1/automations/hooks/${id}`);
    await expireLeases('automation_queue');
    parley.startWork();
    const [row] = await until(async () => {
      const rows = await parley.db.query<{ status: string }>(
        sql`select status from automation_attempts where subscription_id = ${id}`,
      );
      return rows.length > 0 && rows;
    }, 'a record');
    expect(row?.status).toBe('skipped');
    expect(receiver.received).toEqual([]);
  });
});

describe('a delivery that waited in its worker', () => {
  /** Whether a worker sends a delivery after this delay between its lease and its request. */
  async function isSentAfter(delayMs: number): Promise<boolean> {
    // A clock that does not run, so that a slow machine does not change the age of the lease.
    let ageMs = 0;
    const outbound = createOutbound({ allow: loopbackCidrs, allowHttp: true });
    const box = createSecretBox('a secret key that is only for tests');
    const engine = createEngine(
      {
        db: parley.db,
        clock,
        log: createLog('fatal'),
        outbound,
        // The lease lasts 10 seconds longer than this. PostgreSQL measures it, so it must be long for a slow machine.
        settings: { retryDelaysSeconds: [0], timeoutMs: 60_000, jitter: false, pollMs: 50 },
        metrics: createDeliveryMetrics(new Registry(), parley.db, clock).webhook,
        nowMs: () => ageMs,
      },
      webhookChannel({
        box,
        disableAfterSeconds: 86_400,
        publicUrl: parley.url,
        tasks: createTaskQueue({ db: parley.db, log: createLog('silent') }),
      }),
    );
    const id = await subscribe();
    await create();
    const first = await parley.db.transaction(async (tx) => {
      // The worker's reads between its lease and its request wait for this lock.
      await tx.query(sql`lock table webhooks in access exclusive mode`);
      engine.start();
      const leased = await until(async () => (await queued(id)).find((row) => row.leased_until), 'the lease');
      ageMs = delayMs;
      return leased;
    });
    // A later delivery with a new lease. When it is recorded, the worker has processed the first one.
    await create();
    await until(async () => (await attempts(id)).length > 0, 'the later delivery');
    await engine.stop();
    await outbound.close();
    return receiver.received.some((request) => request.headers['x-svc-event-id'] === first.event_id);
  }

  test('sends a delivery that waited while its lease is long enough for the request', async () => {
    expect(await isSentAfter(5_000)).toBe(true);
  });

  test('does not send a delivery whose lease could end during the request', async () => {
    expect(await isSentAfter(9_500)).toBe(false);
    expect(receiver.received).toHaveLength(1);
  });
});

test('the next claim continues with the remaining subscriptions after one that used all slots', async () => {
  const ids = [await subscribe(), await subscribe(), await subscribe()].sort();
  for (let i = 0; i < 6; i++) await create();
  const claim = async (from: RoundPosition) =>
    lease(parley.db, {
      kind: 'webhook',
      now: clock.now(),
      leaseMs: 60_000,
      slots: 4,
      from,
      turns: [],
      initialSlots: 3,
    });
  const first = await claim({ tier: queueTiers.first, subscription_id: '' });
  expect(new Set(first.deliveries.map((row) => row.subscription_id))).toEqual(new Set(ids.slice(0, 2)));
  if (!first.next) throw new Error('the round ended before the last subscription had its turn');
  const second = await claim(first.next);
  expect(new Set(second.deliveries.map((row) => row.subscription_id))).toEqual(new Set(ids.slice(2)));
});

test('a success that is older than the first failure does not reset the failures', async () => {
  const id = await subscribe();
  for (let i = 0; i < 3; i++) await create();
  const { deliveries } = await lease(parley.db, {
    kind: 'webhook',
    now: clock.now(),
    leaseMs: 60_000,
    slots: 3,
    from: { tier: queueTiers.first, subscription_id: '' },
    turns: [],
    initialSlots: 3,
  });
  const recordHooks = failureTracking({
    disableAfterSeconds: 86_400,
    publicUrl: parley.url,
    tasks: createTaskQueue({ db: parley.db, log: createLog('silent') }),
  });
  const start = clock.now().getTime();
  const record = (i: number, status: 'succeeded' | 'failed', endedAfterMs: number) =>
    recordAttempts(parley.db, 'webhook', recordHooks, [
      {
        delivery: deliveries[i] as AttemptRecord['delivery'],
        status,
        response_code: status === 'failed' ? 500 : 200,
        error: status === 'failed' ? 'http_status' : null,
        duration_ms: 1,
        attempted_at: new Date(start),
        ended_at: new Date(start + endedAfterMs),
        next_attempt_at: null,
        svc_signature: null,
        standard_signature: null,
        response_body: null,
      },
    ]);
  const failingSince = async () => (await ada.get(`/v1/webhooks/${id}`)).body.data.failing_since;
  const streak = new Date(start).toISOString();
  await record(0, 'failed', 2_000);
  expect(await failingSince()).toBe(streak);
  await record(1, 'succeeded', 1_000);
  expect(await failingSince()).toBe(streak);
  await record(2, 'succeeded', 3_000);
  expect(await failingSince()).toBeNull();
});

test('an event wakes the workers before their next poll', async () => {
  const patient = await startParley({ clock, work: true, env: { WEBHOOK_POLL_MS: '10000' } });
  try {
    const bob = await patient.account();
    const { body } = await bob.post('/v1/webhooks', { url: receiver.url, events: ['project.created'] });
    const hook = { event: 'project.created', target_url: receiver.url };
    await bob.post('/v1/automations/hooks', hook);
    for (let i = 1; i <= 3; i++) {
      await bob.post('/v1/projects', { name: `p${i}` });
      await until(() => receiver.received.length === 2 * i, `webhook and automation get event ${i}`, 6_000);
    }
    await bob.post(`/v1/webhooks/${body.data.id}/test`, {});
    await until(() => receiver.received.length === 7, 'a test is sent at once', 6_000);
  } finally {
    await patient.stop();
  }
});
