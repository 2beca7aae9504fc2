import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../fixtures/backlog.ts';
import {
  type DeliveryFixture,
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

/** The maximum number of deliveries that one kill may duplicate: stricter than the engine's limit for leases. */
const capacity = 512;

test('delivers at least once and reaches a final state when workers are killed during requests', async () => {
  const { postgres, account, receiver } = fixture;
  const healthy = await insertWebhooks(
    postgres.db,
    account,
    Array.from({ length: 8 }, (_, i) => receiver.url('slow', `ok${i}`)),
  );
  const failing = await insertWebhooks(postgres.db, account, [receiver.url('fail', 'failing')]);
  const count = 6_000;
  await insertBacklog(postgres.db, account, healthy, count);
  await insertBacklog(postgres.db, account, failing, 50);
  const env = {
    WEBHOOK_RETRY_DELAYS: '0,0.2,0.2,0.2,0.2,0.2',
    WEBHOOK_JITTER: 'false',
  };
  const workers = [await fixture.start('worker', env), await fixture.start('worker', env)];
  let kills = 0;
  for (; kills < 4; kills++) {
    await seconds(0.7);
    await workers[kills % 2]?.stop('SIGKILL');
    workers[kills % 2] = await fixture.start('worker', env);
  }
  await fixture.waitForEmptyQueue();

  const report = await receiver.report('ok');
  const states = await fixture.attemptCounts();
  const [unfinished] = await postgres.db.query<{ count: number }>(sql`
    select count(*) from events e where not exists (
      select 1 from webhook_attempts a where a.event_id = e.id
         and (a.status in ('succeeded', 'skipped') or (a.status = 'failed' and a.attempt = 6)))`);
  logResult('killed workers', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: count - report.unique,
    kills,
    unfinished: unfinished?.count,
    ...states,
  });
  expect(report.unique).toBe(count);
  expect(report.duplicates).toBeLessThanOrEqual(kills * capacity);
  expect(states.succeeded).toBe(count);
  const failures = await postgres.db.query(sql`
    select 1 from webhook_attempts where subscription_id = ${failing[0]?.id} and status = 'failed'`);
  expect(failures).toHaveLength(50 * 6);
  expect(unfinished?.count).toBe(0);
});

test('sends the in-flight deliveries of a killed worker again within 20 seconds', async () => {
  const { postgres, account, receiver } = fixture;
  const hooks = await insertWebhooks(postgres.db, account, [receiver.url('hold', 'held')]);
  const first = await fixture.start('worker');
  // The second worker already runs, suspended, so that the start of a process is not part of the measured time.
  const second = await fixture.start('worker');
  second.signal('SIGSTOP');
  await insertBacklog(postgres.db, account, hooks, 5);
  await until(async () => (await receiver.report('held')).total === 5, 'all five to be in flight');
  await first.stop('SIGKILL');
  const killedAt = Date.now();
  second.signal('SIGCONT');
  await until(async () => (await receiver.report('held')).total === 10, 'all five to be sent again');
  const tookMs = Date.now() - killedAt;
  await receiver.release();
  await fixture.waitForEmptyQueue();
  logResult('leases of a killed worker', { after_ms: tookMs, received: 5, duplicated: 5, lost: 0 });
  expect(tookMs).toBeLessThanOrEqual(20_000);
  expect(await fixture.attemptCounts()).toEqual({ succeeded: 5 });
});

test('four workers deliver each of 20,000 deliveries exactly once', async () => {
  const { postgres, account, receiver } = fixture;
  const urls = Array.from({ length: 20 }, (_, i) => receiver.url('ok', `sub${i}`));
  const hooks = await insertWebhooks(postgres.db, account, urls);
  const count = 20_000;
  await insertBacklog(postgres.db, account, hooks, count);
  // A request that timed out is sent again. The receiver responds late on a machine that is busy with other suites.
  const env = { WEBHOOK_TIMEOUT_MS: '60000' };
  await Promise.all(Array.from({ length: 4 }, () => fixture.start('worker', env)));
  await fixture.waitForEmptyQueue(280_000);
  const report = await receiver.report();
  logResult('four workers', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: count - report.unique,
    ...(await fixture.attemptCounts()),
  });
  expect(report).toMatchObject({ total: count, unique: count, duplicates: 0 });
  expect(await fixture.attemptCounts()).toEqual({ succeeded: count });
});

test('workers that are stopped with SIGTERM finish their requests and send nothing twice', async () => {
  const { postgres, account, receiver } = fixture;
  const hooks = await insertWebhooks(
    postgres.db,
    account,
    Array.from({ length: 5 }, (_, i) => receiver.url('ok', `sub${i}`)),
  );
  const count = 6_000;
  await insertBacklog(postgres.db, account, hooks, count);
  const stops = 4;
  for (let stop = 0; stop < stops; stop++) {
    const worker = await fixture.start('worker');
    await seconds(0.5);
    expect(await worker.stop()).toBe(0);
  }
  await fixture.start('worker');
  await fixture.waitForEmptyQueue();
  const report = await receiver.report();
  logResult('graceful stop', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: count - report.unique,
    stops,
  });
  expect(report).toMatchObject({ total: count, unique: count });
});

test('a worker that was suspended past its lease cannot write', async () => {
  const { postgres, account, receiver } = fixture;
  const hooks = await insertWebhooks(postgres.db, account, [receiver.url('hold', 'held')]);
  const suspended = await fixture.start('worker');
  await insertBacklog(postgres.db, account, hooks, 5);
  await until(async () => (await receiver.report('held')).total === 5, 'all five to be in flight');
  suspended.signal('SIGSTOP');
  // The responses wait in the socket of the suspended worker: when it continues, it sees success.
  await receiver.release();
  await fixture.start('worker');
  await until(async () => (await receiver.report('held')).total === 10, 'another worker to send them');
  const stopped = await fixture.attemptCounts();
  suspended.signal('SIGCONT');
  await seconds(2);
  expect(await fixture.attemptCounts()).toEqual(stopped);
  await receiver.release();
  await fixture.waitForEmptyQueue();
  await seconds(1);
  const rows = await postgres.db.query<{ records: number }>(sql`
    select count(*) as records from webhook_attempts group by event_id, attempt`);
  logResult('expired lease', {
    records: rows.length,
    written_twice: rows.filter((row) => row.records > 1).length,
    before_continuing: JSON.stringify(stopped),
  });
  expect(stopped).toEqual({});
  expect(rows.map((row) => row.records)).toEqual([1, 1, 1, 1, 1]);
  expect(await fixture.attemptCounts()).toEqual({ succeeded: 5 });
});
