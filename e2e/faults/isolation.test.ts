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

const events = 150;

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
  const [hole] = await insertWebhooks(postgres.db, account, [receiver.url('hang', 'hole')]);
  if (!hole) throw new Error('no webhook');

  // Alone and beside it in turns: what slows the machine for a while is in one round, and the middle one counts.
  const measured: { alone: number; beside: number }[] = [];
  while (measured.length < 3) {
    const first = await stage.start('all');
    const alone = await healthyP99(first.url);
    await first.stop();

    await insertBacklog(postgres.db, account, [hole], 50_000);
    // What 50,000 fresh rows bring with them is done before, not while the healthy are measured.
    await postgres.db.query(sql`vacuum analyze webhook_queue, events`);
    await postgres.db.query(sql`checkpoint`);
    const second = await stage.start('all');
    await until(async () => (await receiver.report('hole')).total > 0, 'the black hole is being tried');
    const beside = await healthyP99(second.url);
    await second.kill();
    const waiting = await postgres.db.query(sql`
      delete from webhook_queue where subscription_id = ${hole.id} returning 1`);
    tell('proof 6', {
      p99_alone_ms: alone,
      p99_beside_ms: beside,
      ratio: (beside / alone).toFixed(2),
      waiting: waiting.length,
    });
    expect(waiting.length).toBeGreaterThan(49_000);
    measured.push({ alone, beside });
  }
  // A difference of less than 50 ms is the noise of a busy machine, not the black hole's doing.
  const beyond = measured.map(({ alone, beside }) => beside - Math.max(2 * alone, alone + 50));
  expect(beyond.toSorted((a, b) => a - b)[1]).toBeLessThanOrEqual(0);
});
