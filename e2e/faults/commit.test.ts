import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertWebhooks } from '../stage/backlog.ts';
import type { StageServer } from '../stage/server.ts';
import { createProjects, loadSeconds, openStage, type Stage, seconds, tell } from '../stage/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('1: a change is committed if and only if its event and its deliveries are, though the API is killed under load', async () => {
  const { postgres, account, receiver } = stage;
  const hooks = await insertWebhooks(
    postgres.db,
    account,
    [receiver.url('ok', 'one'), receiver.url('ok', 'two')],
    ['project.created'],
  );
  let api: StageServer = await stage.start('api');
  const load = createProjects(() => api.url, account.key);
  const kills = Math.ceil(loadSeconds / 2.5);
  for (let kill = 0; kill < kills; kill++) {
    await seconds(1.5);
    await api.kill();
    api = await stage.start('api');
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
    select count(*) from unnest(${load.made}::text[]) as made (id) where not exists (select 1 from projects p where p.id = made.id)`);
  tell('proof 1', { ...counts, kills, answered: load.made.length, lost: lost?.count });
  expect(lost?.count).toBe(0);
  expect(counts).toMatchObject({
    without_event: 0,
    orphan_events: 0,
    without_deliveries: 0,
    orphan_deliveries: 0,
  });
  expect(counts?.changes).toBeGreaterThanOrEqual(load.made.length);
  expect(load.made.length).toBeGreaterThan(0);

  // And what was committed is delivered, by a worker that was not even there.
  const worker = await stage.start('worker');
  await stage.settled();
  const report = await receiver.report();
  tell('proof 1, delivered', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: (counts?.changes ?? 0) * 2 - report.unique,
  });
  expect(report).toMatchObject({ unique: (counts?.changes ?? 0) * 2, duplicates: 0 });
  await worker.stop();
});
