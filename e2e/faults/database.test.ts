import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertWebhooks } from '../stage/backlog.ts';
import { createProjects, loadSeconds, openStage, type Stage, seconds, tell } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  return () => stage.close();
});

test('5: database trouble heals: every back end is terminated, then PostgreSQL is restarted, under load', async () => {
  const { postgres, account, receiver } = stage;
  await insertWebhooks(
    postgres.db,
    account,
    [receiver.url('ok', 'one'), receiver.url('ok', 'two')],
    ['project.created'],
  );
  const server = await stage.start('all');
  const worker = await stage.start('worker');
  const load = createProjects(() => server.url, account.key, 4);
  let cuts = 0;
  for (const end = Date.now() + loadSeconds * 500; Date.now() < end; cuts++) {
    await seconds(1);
    await postgres.db
      .query(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      .catch(() => {});
  }
  await postgres.restart();
  const before = load.made.length;
  await until(() => load.made.length > before + 20, 'the API answers again');
  await until(
    async () =>
      (await fetch(`${server.url}/readyz`)).status === 200 &&
      (await fetch(`${worker.url}/readyz`)).status === 200,
    'both are ready again',
  );
  await load.stop();
  await stage.settled();

  const [counts] = await postgres.db.query<{ events: number; lost: number }>(sql`
    select (select count(*) from events) as events,
           (select count(*) from unnest(${load.made}::text[]) as made (id)
             where not exists (select 1 from events e where e.project_id = made.id)) as lost`);
  const ids = new Set([...(await receiver.ids('one')), ...(await receiver.ids('two'))].map(([id]) => id));
  const report = await receiver.report();
  tell('proof 5', {
    terminations: cuts,
    restarts: 1,
    refused: load.failures(),
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: (counts?.events ?? 0) * 2 - report.unique,
  });
  expect(counts?.lost).toBe(0);
  expect(ids.size).toBe(counts?.events);
  expect(report.unique).toBe((counts?.events ?? 0) * 2);
  expect((await stage.states()).succeeded).toBe((counts?.events ?? 0) * 2);
});

test('5: PostgreSQL dies under load: no change that was answered is lost, and only what was under way is sent twice', async () => {
  const { postgres, account, receiver } = stage;
  await insertWebhooks(
    postgres.db,
    account,
    [receiver.url('slow', 'one'), receiver.url('slow', 'two')],
    ['project.created'],
  );
  const server = await stage.start('all');
  const worker = await stage.start('worker');
  const load = createProjects(() => server.url, account.key, 4);
  const crashes = 3;
  for (let crash = 0; crash < crashes; crash++) {
    const before = load.made.length;
    await until(() => load.made.length > before + 20, 'the API answers');
    await postgres.crash();
  }
  const before = load.made.length;
  await until(() => load.made.length > before + 20, 'the API answers again');
  await load.stop();
  await stage.settled();

  const [counts] = await postgres.db.query<{ events: number; lost: number }>(sql`
    select (select count(*) from events) as events,
           (select count(*) from unnest(${load.made}::text[]) as made (id)
             where not exists (select 1 from events e where e.project_id = made.id)) as lost`);
  const report = await receiver.report();
  tell('proof 5, crashes', {
    crashes,
    refused: load.failures(),
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: (counts?.events ?? 0) * 2 - report.unique,
  });
  expect(counts?.lost).toBe(0);
  expect(report.unique).toBe((counts?.events ?? 0) * 2);
  expect((await stage.states()).succeeded).toBe((counts?.events ?? 0) * 2);
  // Both processes may have had this much under way each time.
  expect(report.duplicates).toBeLessThanOrEqual(crashes * 2 * 512);
  for (const process of [server, worker]) expect(await process.stop()).toBe(0);
});
