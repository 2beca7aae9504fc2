import type { ParleyProcess } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertWebhooks } from '../fixtures/backlog.ts';
import {
  type DeliveryFixture,
  logResult,
  openDeliveryFixture,
  seconds,
} from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(() => fixture.close());

async function send(url: string, path: string, body?: object): Promise<{ status: number; id?: string }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fixture.account.key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as { data?: { id: string } } | undefined;
  return { status: response?.status ?? 0, id: answer?.data?.id };
}

/** Ten clients publish the same drafts, one after the other, and try again until each publication is acknowledged. */
async function publishAll(url: () => string, ids: string[]): Promise<number> {
  let failed = 0;
  for (const id of ids) {
    while ((await send(url(), `/v1/engage/tests/${id}/publish`)).status !== 200) {
      failed++;
      await seconds(0.02);
    }
  }
  return failed;
}

test('test.published is emitted and delivered once per test, while ten clients publish it and the server is killed', async () => {
  const { postgres, account, receiver } = fixture;
  await insertWebhooks(postgres.db, account, [receiver.url('ok', 'published')], ['test.published']);
  let api: ParleyProcess = await fixture.start('api');
  const project = await send(api.url, '/v1/projects', { name: 'Study' });
  const draft = { name: 'A test', type: 'survey', questions: [{ type: 'open', text: 'Why?' }] };
  const drafts = await Promise.all(
    Array.from({ length: 150 }, () => send(api.url, `/v1/projects/${project.id}/tests`, draft)),
  );
  const ids = drafts.flatMap(({ id }) => id ?? []);
  expect(ids).toHaveLength(150);

  const clients = Array.from({ length: 10 }, () => publishAll(() => api.url, ids));
  let working = true;
  const published = Promise.all(clients).finally(() => {
    working = false;
  });
  let kills = 0;
  while (working && kills < 5) {
    await seconds(0.4);
    await api.stop('SIGKILL');
    kills++;
    api = await fixture.start('api');
  }
  const failures = (await published).reduce((sum, count) => sum + count, 0);

  const [counts] = await postgres.db.query<Record<string, number>>(sql`
    select (select count(*) from tests where status = 'live' and version = 1) as live,
           (select count(*) from events where type = 'test.published') as events,
           (select count(*) from test_versions) as versions,
           (select count(*) from participant_links) as links,
           (select count(distinct test_id) from participant_links) as linked,
           (select count(*) from webhook_queue) as deliveries`);
  logResult('publishing', { ...counts, kills, failed_requests: failures });
  expect(counts).toEqual({ live: 150, events: 150, versions: 150, links: 150, linked: 150, deliveries: 150 });
  expect(kills).toBeGreaterThan(0);
  // The kills interrupted publishers; otherwise this test would show nothing.
  expect(failures).toBeGreaterThan(0);

  const worker = await fixture.start('worker');
  await fixture.waitForEmptyQueue();
  expect(await receiver.report()).toMatchObject({ unique: 150, duplicates: 0 });
  await worker.stop();
});
