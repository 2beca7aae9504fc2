import { type Receiver, startReceiver } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let well: Receiver;
let ill: Receiver;
afterAll(async () => {
  await well.close();
  await ill.close();
});
const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);
beforeAll(async () => {
  well = await startReceiver();
  ill = await startReceiver(500);
});

async function metrics(): Promise<Map<string, number>> {
  const text = await (await fetch(`${parley.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
const become = (name: string, value: number) =>
  until(async () => (await metrics()).get(name) === value, `${name} is ${value}`);

const attempts = (kind: string, outcome: string, error = '') =>
  `parley_delivery_attempts_total{kind="${kind}",outcome="${outcome}",error="${error}"}`;

test('/metrics reports attempts, durations and queued deliveries, separately for webhooks and automations', async () => {
  await ada.post('/v1/webhooks', { url: well.url, events: ['project.created'] });
  const failing = (await ada.post('/v1/webhooks', { url: ill.url, events: ['project.created'] })).body.data;
  await ada.post('/v1/automations/hooks', { event: 'project.created', target_url: well.url });
  expect((await metrics()).get(attempts('webhook', 'succeeded'))).toBe(0);
  await ada.post('/v1/projects', { name: 'Counted' });
  await become(attempts('webhook', 'succeeded'), 1);
  await become(attempts('webhook', 'retrying', 'http_status'), 1);
  await become(attempts('automation', 'succeeded'), 1);
  await ada.post(`/v1/webhooks/${failing.id}/test`, {});
  await become(attempts('webhook', 'failed', 'http_status'), 1);

  const now = await metrics();
  expect(now.get('parley_delivery_attempt_seconds_count{kind="webhook"}')).toBe(3);
  expect(now.get('parley_delivery_attempt_seconds_count{kind="automation"}')).toBe(1);
  expect(now.get('parley_delivery_lateness_seconds_count{kind="webhook"}')).toBe(3);
  expect(now.get('parley_deliveries_waiting{kind="webhook",state="later"}')).toBe(1);
  expect(now.get('parley_deliveries_waiting{kind="webhook",state="due"}')).toBe(0);
  expect(now.get('parley_deliveries_waiting{kind="automation",state="later"}')).toBe(0);
});

test('/metrics counts leases that expired because a worker died', async () => {
  expect((await metrics()).get('parley_delivery_leases_expired_total{kind="webhook"}')).toBe(0);
  const taken = await parley.db.query(sql`
    update webhook_queue set due_at = created_at, leased_until = clock_timestamp() - interval '1 second',
           lease_token = gen_random_uuid()
     where leased_until is null returning id`);
  expect(taken).toHaveLength(1);
  await become('parley_delivery_leases_expired_total{kind="webhook"}', 1);
  await become(attempts('webhook', 'retrying', 'http_status'), 2);
});

test('a queue without due deliveries is claimed only by polling, for any number of subscriptions', async () => {
  await parley.db.query(sql`
    insert into webhook_queue (id, subscription_id, event_id, event_created_at, event_type, attempt, tier, due_at, created_at)
    select 'dlv_later' || n, 'whk_later' || n, 'evt_later', now(), 'project.created', 2, 1, 'infinity', now()
      from generate_series(1, 150) n`);
  const claims = async () => (await metrics()).get('parley_delivery_claims_total{kind="webhook"}') ?? 0;
  const start = { at: performance.now(), claims: await claims() };
  await until(async () => (await claims()) >= start.claims + 30, 'ten rounds of three claims');
  expect(performance.now() - start.at).toBeGreaterThan(1_000);
  await parley.db.query(sql`delete from webhook_queue where event_id = 'evt_later'`);
});

test('/metrics returns the metrics of the process while the database does not respond', async () => {
  const blocker = await parley.db.connect();
  try {
    await blocker.query('begin');
    await blocker.query('lock table webhook_queue, tasks in access exclusive mode');
    const found = await metrics();
    expect(found.get(attempts('webhook', 'retrying', 'http_status'))).toBe(2);
    expect([...found.keys()].filter((name) => name.startsWith('parley_deliveries_waiting'))).toEqual([]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});
