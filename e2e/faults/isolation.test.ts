import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../fixtures/backlog.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(() => fixture.close());

/** Enough that a few slow moments of the machine do not change the 99th percentile. */
const events = 450;

/** The 99th percentile of the time from event to receiver, over 50 webhooks. */
async function healthyP99(url: string): Promise<number> {
  const { account, receiver } = fixture;
  const create = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const response = await fetch(`${url}/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x' }),
      });
      expect(response.status).toBe(201);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  };
  await create(20);
  await until(async () => (await receiver.report('healthy')).unique === 20 * 50, 'the warm-up to arrive');
  await receiver.clear();
  await create(events);
  await until(
    async () => (await receiver.report('healthy')).unique === events * 50,
    'all deliveries to arrive',
  );
  const { p99 } = await receiver.report('healthy');
  await receiver.clear();
  return p99;
}

test('a receiver that never responds, with 50,000 deliveries queued, at most doubles the latency of 50 healthy ones', async () => {
  const { postgres, account, receiver } = fixture;
  const urls = Array.from({ length: 50 }, (_, i) => receiver.url('ok', `healthy${i}`));
  await insertWebhooks(postgres.db, account, urls, ['project.created']);
  const first = await fixture.start('all');
  const alone = await healthyP99(first.url);
  await first.stop();

  const hole = await insertWebhooks(postgres.db, account, [receiver.url('hang', 'hole')]);
  await insertBacklog(postgres.db, account, hole, 50_000);
  // Vacuum and checkpoint for 50,000 new rows happen before the measurement, not during it.
  await postgres.db.query(sql`vacuum analyze webhook_queue, events`);
  await postgres.db.query(sql`checkpoint`);
  const second = await fixture.start('all');
  await until(
    async () => (await receiver.report('hole')).total > 0,
    'the first attempt at the receiver that never responds',
  );
  const loaded = await healthyP99(second.url);
  const [waiting] = await postgres.db.query<{ count: number }>(
    sql`select count(*) from webhook_queue where subscription_id = ${hole[0]?.id}`,
  );
  logResult('isolation', {
    p99_alone_ms: alone,
    p99_loaded_ms: loaded,
    ratio: (loaded / alone).toFixed(2),
    waiting: waiting?.count,
  });
  expect(waiting?.count).toBeGreaterThan(49_000);
  // A difference of less than 50 ms is noise of a busy machine.
  expect(loaded).toBeLessThanOrEqual(Math.max(2 * alone, alone + 50));
});
