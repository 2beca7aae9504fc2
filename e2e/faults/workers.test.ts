import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../stage/backlog.ts';
import { openStage, type Stage, seconds, tell } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  return () => stage.close();
});

/** The most that a kill may double: stricter than what the engine lets a worker hold. */
const capacity = 512;

test('2: at least once and always a final state, though workers are killed in the middle of requests', async () => {
  const { postgres, account, receiver } = stage;
  const well = await insertWebhooks(
    postgres.db,
    account,
    Array.from({ length: 8 }, (_, i) => receiver.url('slow', `ok${i}`)),
  );
  const ill = await insertWebhooks(postgres.db, account, [receiver.url('fail', 'ill')]);
  const count = 6_000;
  await insertBacklog(postgres.db, account, well, count);
  await insertBacklog(postgres.db, account, ill, 50);
  const env = {
    WEBHOOK_RETRY_DELAYS: '0,0.2,0.2,0.2,0.2,0.2',
    WEBHOOK_JITTER: 'false',
  };
  const workers = [await stage.start('worker', env), await stage.start('worker', env)];
  let kills = 0;
  for (; kills < 4; kills++) {
    await seconds(0.7);
    await workers[kills % 2]?.kill();
    workers[kills % 2] = await stage.start('worker', env);
  }
  await stage.settled();

  const report = await receiver.report('ok');
  const states = await stage.states();
  const [unfinished] = await postgres.db.query<{ count: number }>(sql`
    select count(*) from events e where not exists (
      select 1 from webhook_attempts a where a.event_id = e.id
         and (a.status in ('succeeded', 'skipped') or (a.status = 'failed' and a.attempt = 6)))`);
  tell('proof 2', {
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
    select 1 from webhook_attempts where subscription_id = ${ill[0]?.id} and status = 'failed'`);
  expect(failures).toHaveLength(50 * 6);
  expect(unfinished?.count).toBe(0);
});

test('2: what a killed worker had under way is sent again within 20 seconds', async () => {
  const { postgres, account, receiver } = stage;
  const hooks = await insertWebhooks(postgres.db, account, [receiver.url('hold', 'held')]);
  const first = await stage.start('worker');
  // The time is the engine's, not that of the start of a process: the second is there, and held.
  const second = await stage.start('worker');
  second.signal('SIGSTOP');
  await insertBacklog(postgres.db, account, hooks, 5);
  await until(async () => (await receiver.report('held')).total === 5, 'all five are under way');
  await first.kill();
  const killedAt = Date.now();
  second.signal('SIGCONT');
  await until(async () => (await receiver.report('held')).total === 10, 'all five are sent again');
  const tookMs = Date.now() - killedAt;
  await receiver.letGo();
  await stage.settled();
  tell('proof 2, taken up again', { after_ms: tookMs, received: 5, duplicated: 5, lost: 0 });
  expect(tookMs).toBeLessThanOrEqual(20_000);
  expect(await stage.states()).toEqual({ succeeded: 5 });
});

test('3: four workers and 20,000 deliveries: each is received exactly once', async () => {
  const { postgres, account, receiver } = stage;
  const urls = Array.from({ length: 20 }, (_, i) => receiver.url('ok', `sub${i}`));
  const hooks = await insertWebhooks(postgres.db, account, urls);
  const count = 20_000;
  await insertBacklog(postgres.db, account, hooks, count);
  await Promise.all(Array.from({ length: 4 }, () => stage.start('worker')));
  await stage.settled(280_000);
  const report = await receiver.report();
  tell('proof 3', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: count - report.unique,
    ...(await stage.states()),
  });
  expect(report).toMatchObject({ total: count, unique: count, duplicates: 0 });
  expect(await stage.states()).toEqual({ succeeded: count });
});

test('3: workers that are stopped in order finish what they began and send nothing twice', async () => {
  const { postgres, account, receiver } = stage;
  const hooks = await insertWebhooks(
    postgres.db,
    account,
    Array.from({ length: 5 }, (_, i) => receiver.url('ok', `sub${i}`)),
  );
  const count = 6_000;
  await insertBacklog(postgres.db, account, hooks, count);
  const stops = 4;
  for (let stop = 0; stop < stops; stop++) {
    const worker = await stage.start('worker');
    await seconds(0.5);
    expect(await worker.stop()).toBe(0);
  }
  await stage.start('worker');
  await stage.settled();
  const report = await receiver.report();
  tell('proof 3, graceful', {
    sent: report.total,
    received: report.unique,
    duplicated: report.duplicates,
    lost: count - report.unique,
    stops,
  });
  expect(report).toMatchObject({ total: count, unique: count });
});

test('4: a worker that was frozen past its lease can not write', async () => {
  const { postgres, account, receiver } = stage;
  const hooks = await insertWebhooks(postgres.db, account, [receiver.url('hold', 'held')]);
  const frozen = await stage.start('worker');
  await insertBacklog(postgres.db, account, hooks, 5);
  await until(async () => (await receiver.report('held')).total === 5, 'all five are under way');
  frozen.signal('SIGSTOP');
  // The answers lie in the socket of the frozen one: when it wakes it believes that it has succeeded.
  await receiver.letGo();
  await stage.start('worker');
  await until(async () => (await receiver.report('held')).total === 10, 'another worker has taken them');
  const stopped = await stage.states();
  frozen.signal('SIGCONT');
  await seconds(2);
  expect(await stage.states()).toEqual(stopped);
  await receiver.letGo();
  await stage.settled();
  await seconds(1);
  const rows = await postgres.db.query<{ records: number }>(sql`
    select count(*) as records from webhook_attempts group by event_id, attempt`);
  tell('proof 4', {
    records: rows.length,
    written_twice: rows.filter((row) => row.records > 1).length,
    before_waking: JSON.stringify(stopped),
  });
  expect(stopped).toEqual({});
  expect(rows.map((row) => row.records)).toEqual([1, 1, 1, 1, 1]);
  expect(await stage.states()).toEqual({ succeeded: 5 });
});
