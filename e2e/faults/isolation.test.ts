import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../stage/backlog.ts';
import { openStage, type Stage, tell } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** Enough that a few slow moments of the machine do not decide. */
const events = 450;

/** 50 subscribers: p99 from the event to the socket. */
async function healthyP99(url: string): Promise<number> {
  const { account, receiver } = stage;
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
  await until(async () => (await receiver.report('healthy')).unique === 20 * 50, 'the warm-up came');
  await receiver.clear();
  await create(events);
  await until(async () => (await receiver.report('healthy')).unique === events * 50, 'all came');
  const { p99 } = await receiver.report('healthy');
  await receiver.clear();
  return p99;
}

test('6: a black hole with 50,000 waiting delays 50 healthy subscribers by less than twice', async () => {
  const { postgres, account, receiver } = stage;
  const urls = Array.from({ length: 50 }, (_, i) => receiver.url('ok', `healthy${i}`));
  await insertWebhooks(postgres.db, account, urls, ['project.created']);
  const first = await stage.start('all');
  const alone = await healthyP99(first.url);
  await first.stop();

  const hole = await insertWebhooks(postgres.db, account, [receiver.url('hang', 'hole')]);
  await insertBacklog(postgres.db, account, hole, 50_000);
  // What 50,000 fresh rows bring with them is done before, not while the healthy are measured.
  await postgres.db.query(sql`vacuum analyze webhook_queue, events`);
  await postgres.db.query(sql`checkpoint`);
  const second = await stage.start('all');
  await until(async () => (await receiver.report('hole')).total > 0, 'the black hole is being tried');
  const beside = await healthyP99(second.url);
  const [waiting] = await postgres.db.query<{ count: number }>(
    sql`select count(*) from webhook_queue where subscription_id = ${hole[0]?.id}`,
  );
  tell('proof 6', {
    p99_alone_ms: alone,
    p99_beside_ms: beside,
    ratio: (beside / alone).toFixed(2),
    waiting: waiting?.count,
  });
  expect(waiting?.count).toBeGreaterThan(49_000);
  // A difference of less than 50 ms is the noise of a busy machine, not the black hole's doing.
  expect(beside).toBeLessThanOrEqual(Math.max(2 * alone, alone + 50));
});
