import type { ParleyProcess } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertWebhooks } from '../fixtures/backlog.ts';
import {
  createProjects,
  type DeliveryFixture,
  loadSeconds,
  logResult,
  openDeliveryFixture,
  seconds,
} from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(() => fixture.close());

test('commits a change if and only if its event and deliveries are committed, even when the API is killed under load', async () => {
  const { postgres, account, receiver } = fixture;
  const hooks = await insertWebhooks(
    postgres.db,
    account,
    [receiver.url('ok', 'one'), receiver.url('ok', 'two')],
    ['project.created'],
  );
  let api: ParleyProcess = await fixture.start('api');
  const load = createProjects(() => api.url, account.key);
  const kills = Math.ceil(loadSeconds / 2.5);
  for (let kill = 0; kill < kills; kill++) {
    await seconds(1.5);
    await api.stop('SIGKILL');
    api = await fixture.start('api');
  }
  await load.stop();

  const [counts] = await postgres.db.query<Record<string, number>>(sql`
    select (select count(*) from projects where name = 'Under load') as changes,
           (select count(*) from projects p where name = 'Under load'
             and not exists (select 1 from events e where e.project_id = p.id and e.type = 'project.created')) as without_event,
           (select count(*) from events e where type = 'project.created'
             and not exists (select 1 from projects p where p.id = e.project_id)) as orphan_events,
           (select count(*) from events e where type = 'project.created'
             and (select count(*) from webhook_queue q where q.event_id = e.id) <> ${hooks.length}) as without_deliveries,
           (select count(*) from webhook_queue q
             where not exists (select 1 from events e where e.id = q.event_id and e.created_at = q.event_created_at)) as orphan_deliveries`);
  const [lost] = await postgres.db.query<{ count: number }>(sql`
    select count(*) from unnest(${load.created}::text[]) as made (id) where not exists (select 1 from projects p where p.id = made.id)`);
  logResult('atomic commit', { ...counts, kills, acknowledged: load.created.length, lost: lost?.count });
  expect(lost?.count).toBe(0);
  expect(counts).toMatchObject({
    without_event: 0,
    orphan_events: 0,
    without_deliveries: 0,
    orphan_deliveries: 0,
  });
  expect(counts?.changes).toBeGreaterThanOrEqual(load.created.length);
  expect(load.created.length).toBeGreaterThan(0);

  // A worker that starts later delivers what was committed.
  const worker = await fixture.start('worker');
  await fixture.waitForEmptyQueue();
  const report = await receiver.report();
  logResult('atomic commit, delivered', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: (counts?.changes ?? 0) * 2 - report.unique,
  });
  expect(report).toMatchObject({ unique: (counts?.changes ?? 0) * 2, duplicates: 0 });
  await worker.stop();
});
