import { beforeEach, expect, test } from 'vitest';
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
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeEach(async () => {
  fixture = await openDeliveryFixture();
  return () => fixture.close();
});

test('recovers when every backend is terminated and PostgreSQL is restarted under load', async () => {
  const { postgres, account, receiver } = fixture;
  await insertWebhooks(
    postgres.db,
    account,
    [receiver.url('ok', 'one'), receiver.url('ok', 'two')],
    ['project.created'],
  );
  const server = await fixture.start('all');
  const worker = await fixture.start('worker');
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
  const before = load.created.length;
  await until(() => load.created.length > before + 20, 'the API to respond again');
  await until(
    async () =>
      (await fetch(`${server.url}/readyz`)).status === 200 &&
      (await fetch(`${worker.url}/readyz`)).status === 200,
    'both servers to be ready',
  );
  await load.stop();
  await fixture.waitForEmptyQueue();

  const [counts] = await postgres.db.query<{ events: number; lost: number }>(sql`
    select (select count(*) from events) as events,
           (select count(*) from unnest(${load.created}::text[]) as made (id)
             where not exists (select 1 from events e where e.project_id = made.id)) as lost`);
  const ids = new Set([...(await receiver.ids('one')), ...(await receiver.ids('two'))].map(([id]) => id));
  const report = await receiver.report();
  logResult('database restart', {
    terminations: cuts,
    restarts: 1,
    refused: load.failures(),
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: (counts?.events ?? 0) * 2 - report.unique,
  });
  expect(load.unexpectedFailures()).toBe(0);
  expect(counts?.lost).toBe(0);
  expect(ids.size).toBe(counts?.events);
  expect(report.unique).toBe((counts?.events ?? 0) * 2);
  expect((await fixture.attemptCounts()).succeeded).toBe((counts?.events ?? 0) * 2);
});

test('loses no acknowledged change when PostgreSQL crashes under load, and sends only in-flight deliveries twice', async () => {
  const { postgres, account, receiver } = fixture;
  await insertWebhooks(
    postgres.db,
    account,
    [receiver.url('slow', 'one'), receiver.url('slow', 'two')],
    ['project.created'],
  );
  const server = await fixture.start('all');
  const worker = await fixture.start('worker');
  const load = createProjects(() => server.url, account.key, 4);
  const crashes = 3;
  for (let crash = 0; crash < crashes; crash++) {
    const before = load.created.length;
    await until(() => load.created.length > before + 20, 'the API to respond');
    await postgres.crash();
  }
  const before = load.created.length;
  await until(() => load.created.length > before + 20, 'the API to respond again');
  await load.stop();
  await fixture.waitForEmptyQueue();

  const [counts] = await postgres.db.query<{ events: number; lost: number }>(sql`
    select (select count(*) from events) as events,
           (select count(*) from unnest(${load.created}::text[]) as made (id)
             where not exists (select 1 from events e where e.project_id = made.id)) as lost`);
  const report = await receiver.report();
  logResult('database crash', {
    crashes,
    refused: load.failures(),
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: (counts?.events ?? 0) * 2 - report.unique,
  });
  expect(load.unexpectedFailures()).toBe(0);
  expect(counts?.lost).toBe(0);
  expect(report.unique).toBe((counts?.events ?? 0) * 2);
  expect((await fixture.attemptCounts()).succeeded).toBe((counts?.events ?? 0) * 2);
  // Each of the two processes may have had this many deliveries in flight at each crash.
  expect(report.duplicates).toBeLessThanOrEqual(crashes * 2 * 512);
  for (const process of [server, worker]) expect(await process.stop()).toBe(0);
});
