import { describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, until } from '../../../../test/harness.ts';
import type { ResponseBody } from '../../../../test/response-body.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { createUsageCounter } from './counter.ts';
import { refundCredit, spendCredit } from './index.ts';

/** Usage (spec §2.6): request counts are a few seconds old, credits are exact. */

const clock = createTestClock(new Date('2026-05-31T23:59:00.000Z'));
const parley = useParley({ clock, work: true });

type Usage = ResponseBody<'GET', '/v1/usage'>['data'];

/** Reads usage until the counter has written the expected counts. These reads are counted too. */
async function usageWith(account: Account, query: string, done: (usage: Usage) => boolean): Promise<Usage> {
  return until(async () => {
    await parley.sweep();
    const { body } = await account.get(`/v1/usage${query}`);
    return done(body.data) && body.data;
  }, 'the counts to be written');
}
const endpoint = (usage: Usage, name: string): number =>
  usage.requests.by_endpoint.find((row) => row.endpoint === name)?.total ?? 0;

describe('requests', () => {
  test('counts requests by outcome and by the route pattern', async () => {
    const ada = await parley.account();
    const { body } = await ada.post('/v1/projects', { name: 'x' });
    for (let i = 0; i < 3; i++) await ada.get(`/v1/projects/${body.data.id}`);
    await ada.get('/v1/projects/prj_06a8rs3nqq8b2m4v8cy7gk6pz4');
    await ada.post('/v1/projects', { name: 5 });
    await ada.get('/v1/nothing');
    const usage = await usageWith(
      ada,
      '',
      ({ requests }) => requests.client_errors === 3 && requests.succeeded >= 4,
    );
    expect(endpoint(usage, 'GET /v1/projects/{projectId}')).toBe(4);
    expect(endpoint(usage, 'POST /v1/projects')).toBe(2);
    expect(usage.requests).toMatchObject({ client_errors: 3, server_errors: 0, rate_limited: 0 });
    const { total, succeeded, client_errors } = usage.requests;
    expect(total).toBe(succeeded + client_errors);
    expect(usage.user_id).toBe(ada.user_id);
  });

  test('over the rate limit are counted as rate_limited', async () => {
    const basic = await parley.account({ plan: 'basic' });
    await Promise.all(Array.from({ length: 70 }, () => basic.get('/v1/me')));
    const [row] = await until(async () => {
      await parley.sweep();
      const rows = await parley.db.query<{ count: number }>(sql`
        select count from usage_counts where user_id = ${basic.user_id} and outcome = 'rate_limited'`);
      return (rows[0]?.count ?? 0) >= 10 && rows;
    }, 'the counts to be written');
    expect(row?.count).toBe(10);
  });

  test('does not show the requests of other users, even in the same workspace', async () => {
    const ada = await parley.account();
    const bob = await parley.account({ workspace_id: ada.workspace_id });
    await Promise.all(Array.from({ length: 10 }, () => bob.get('/v1/workspace')));
    await usageWith(bob, '', (usage) => endpoint(usage, 'GET /v1/workspace') === 10);
    const { body } = await ada.get('/v1/usage');
    expect(endpoint(body.data, 'GET /v1/workspace')).toBe(0);
  });

  test('counts requests on the day of the request, and from and to select the days', async () => {
    const ada = await parley.account();
    await Promise.all(Array.from({ length: 4 }, () => ada.get('/v1/workspace')));
    const days = '?from=2026-05-31&to=2026-06-01';
    await usageWith(ada, days, (usage) => endpoint(usage, 'GET /v1/workspace') === 4);
    clock.set(new Date('2026-06-01T00:00:30.000Z'));
    await Promise.all(Array.from({ length: 5 }, () => ada.get('/v1/workspace')));
    const both = await usageWith(ada, days, (usage) => endpoint(usage, 'GET /v1/workspace') === 9);
    expect(both.period).toEqual({ from: '2026-05-31', to: '2026-06-01' });
    expect(both.requests.by_day.map((row: { day: string }) => row.day)).toEqual(['2026-05-31', '2026-06-01']);
    const june = (await ada.get('/v1/usage')).body.data;
    expect(june.period).toEqual({ from: '2026-06-01', to: '2026-06-01' });
    expect(endpoint(june, 'GET /v1/workspace')).toBe(5);
    expect(june.resets_at).toBe('2026-07-01T00:00:00.000Z');
    const may = (await ada.get('/v1/usage?from=2026-05-31&to=2026-05-31')).body.data;
    expect(endpoint(may, 'GET /v1/workspace')).toBe(4);
  });

  test('lists requests as recent activity: the last 20, newest first, without the query string', async () => {
    const ada = await parley.account();
    for (let i = 0; i < 25; i++) {
      clock.advance(10);
      await ada.get(`/v1/projects?q=secret${i}`);
    }
    const usage = await usageWith(ada, '', ({ recent_activity }) => recent_activity.length === 20);
    expect(JSON.stringify(usage.recent_activity)).not.toContain('secret');
    const times = usage.recent_activity.map((row: { at: string }) => row.at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('set last_used_at of the key', async () => {
    const ada = await parley.account();
    await ada.get('/v1/me');
    await until(async () => {
      await parley.sweep();
      return (await ada.get('/v1/me')).body.data.api_key.last_used_at !== null;
    }, 'last_used_at to be set');
  });
});

describe('credits', () => {
  test('counts credits exactly and immediately, and renews them with the next month', async () => {
    clock.set(new Date('2026-08-31T23:59:59.000Z'));
    const basic = await parley.account({ plan: 'basic' });
    for (let i = 0; i < 10; i++) await basic.post('/v1/projects', { name: `p${i}` });
    const spent = (await basic.get('/v1/usage')).body.data;
    expect(spent.credits.projects).toEqual({ used: 10, limit: 10, remaining: 0 });
    expect(spent.resets_at).toBe('2026-09-01T00:00:00.000Z');
    expect((await basic.post('/v1/projects', { name: 'x' })).body.error.code).toBe('quota_exceeded');
    clock.set(new Date(spent.resets_at));
    expect((await basic.post('/v1/projects', { name: 'x' })).status).toBe(201);
    expect((await basic.get('/v1/usage')).body.data.credits.projects.used).toBe(1);
  });

  test('belong to the workspace, and have a null limit in an unlimited plan', async () => {
    const ada = await parley.account();
    const bob = await parley.account({ workspace_id: ada.workspace_id });
    await ada.post('/v1/projects', { name: 'x' });
    await bob.post('/v1/projects', { name: 'y' });
    expect((await bob.get('/v1/usage')).body.data.credits.projects).toEqual({
      used: 2,
      limit: null,
      remaining: null,
    });
  });

  test('spent in an unlimited plan count after a change to a limited plan', async () => {
    const ada = await parley.account();
    for (let i = 0; i < 10; i++) await ada.post('/v1/projects', { name: `p${i}` });
    await ada.setPlan('basic');
    expect((await ada.post('/v1/projects', { name: 'x' })).body.error.code).toBe('quota_exceeded');
  });

  test('counts credits in other shards for a request that waited for a concurrent one', async () => {
    const ada = await parley.account();
    const spender = { workspace_id: ada.workspace_id, plan: 'basic' as const };
    const period = `${clock.now().toISOString().slice(0, 7)}-01`;
    await parley.db.query(sql`
      insert into credit_usage (workspace_id, credit, period_start, shard, used)
      values (${ada.workspace_id}, 'projects', ${period}, 0, 4), (${ada.workspace_id}, 'projects', ${period}, 7, 5)`);
    let second: Promise<void> | undefined;
    await parley.db.transaction(async (tx) => {
      await spendCredit(tx, spender, 'projects', 1, clock.now());
      second = spendCredit(parley.db, spender, 'projects', 1, clock.now());
      second.catch(() => {});
      await until(async () => {
        const waiting = await parley.db.query(sql`
          select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%spend_limited_credit%'`);
        return waiting.length > 0;
      }, 'the second request to wait for the first');
    });
    await expect(second).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  test('spends no credits for a request that fails at its commit', async () => {
    const basic = await parley.account({ plan: 'basic' });
    await parley.db.query(sql`
      create function refuse_lane() returns trigger language plpgsql as 'begin raise exception ''no lanes today''; end'`);
    // The trigger runs at the commit, after the credit, the project and its lanes were written.
    await parley.db.query(sql`
      create constraint trigger refuse_lanes after insert on lanes deferrable initially deferred
        for each row execute function refuse_lane()`);
    const withKey = { 'idempotency-key': 'the same again' };
    try {
      expect((await basic.post('/v1/projects', { name: 'x' })).status).toBe(500);
      expect((await basic.post('/v1/projects', { name: 'x' }, withKey)).status).toBe(500);
    } finally {
      await parley.db.query(sql`drop trigger refuse_lanes on lanes`);
    }
    expect((await basic.get('/v1/usage')).body.data.credits.projects.used).toBe(0);
    expect((await basic.get('/v1/projects')).body.data).toEqual([]);
    expect((await basic.post('/v1/projects', { name: 'x' }, withKey)).status).toBe(201);
    expect((await basic.get('/v1/usage')).body.data.credits.projects.used).toBe(1);
  });

  test('over the limit return 402 with the date on which they renew', async () => {
    clock.set(new Date('2026-12-10T12:00:00.000Z'));
    const basic = await parley.account({ plan: 'basic' });
    for (let i = 0; i < 10; i++) await basic.post('/v1/projects', { name: `p${i}` });
    const { status, body } = await basic.post('/v1/projects', { name: 'x' });
    expect(status).toBe(402);
    expect(body.error.message).toBe(
      "This exceeds your plan's 10 projects per month. The credits renew on 2027-01-01 (UTC).",
    );
    expect(body.error.details).toEqual([
      { field: 'projects', message: 'renews at 2027-01-01T00:00:00.000Z.' },
    ]);
  });

  test('refunds credits in the month in which they were spent', async () => {
    clock.set(new Date('2027-02-28T23:59:00.000Z'));
    const basic = await parley.account({ plan: 'basic' });
    const spentAt = clock.now();
    await spendCredit(parley.db, { ...basic, plan: 'basic' }, 'ai_jobs', 3, spentAt);
    clock.set(new Date('2027-03-01T00:01:00.000Z'));
    await spendCredit(parley.db, { ...basic, plan: 'basic' }, 'ai_jobs', 2, clock.now());
    await refundCredit(parley.db, basic.workspace_id, 'ai_jobs', 3, spentAt);
    const [february, march] = await parley.db.query<{ used: number }>(sql`
      select sum(used)::bigint as used from credit_usage
       where workspace_id = ${basic.workspace_id} and credit = 'ai_jobs' group by period_start order by period_start`);
    expect([february?.used, march?.used]).toEqual([0, 2]);
    expect((await basic.get('/v1/usage')).body.data.credits.ai_jobs.used).toBe(2);
  });

  test('sums credits over all shards when they are shown and when they are spent', async () => {
    const ada = await parley.account();
    const period = `${clock.now().toISOString().slice(0, 7)}-01`;
    for (const shard of [0, 7, 63])
      await parley.db.query(sql`
        insert into credit_usage (workspace_id, credit, period_start, shard, used)
        values (${ada.workspace_id}, 'projects', ${period}, ${shard}, 3)`);
    await ada.setPlan('basic');
    expect((await ada.get('/v1/usage')).body.data.credits.projects).toEqual({
      used: 9,
      limit: 10,
      remaining: 1,
    });
    expect((await ada.post('/v1/projects', { name: 'the tenth' })).status).toBe(201);
    expect((await ada.post('/v1/projects', { name: 'one too many' })).status).toBe(402);
    // The other shards count too if shard 0 has no row.
    const bob = await parley.account();
    await parley.db.query(sql`
      insert into credit_usage (workspace_id, credit, period_start, shard, used)
      values (${bob.workspace_id}, 'projects', ${period}, 9, 10)`);
    await bob.setPlan('basic');
    expect((await bob.post('/v1/projects', { name: 'one too many' })).status).toBe(402);
  });
});

test('the server writes its pending request counts when it stops', async () => {
  const other = await startParley({ clock, sameDatabaseAs: parley });
  const ada = await parley.account();
  const headers = { authorization: `Bearer ${ada.key}` };
  for (let i = 0; i < 3; i++) await other.request('GET', '/v1/workspace/members', { headers });
  await other.stop();
  const [row] = await parley.db.query<{ count: number }>(sql`
    select count from usage_counts where user_id = ${ada.user_id} and endpoint = 'GET /v1/workspace/members'`);
  expect(row?.count).toBe(3);
});

test('a failed flush loses no request counts', async () => {
  const ada = await parley.account();
  const counter = createUsageCounter(parley.db, async () => {
    if (failing) throw new Error('the database is unavailable');
  });
  const request = {
    user_id: ada.user_id,
    key_id: ada.key_id,
    request_id: 'req_1',
    method: 'GET',
    endpoint: '/v1/counted',
    path: '/v1/counted',
    status: 200,
    at: clock.now(),
  };
  let failing = true;
  for (let i = 0; i < 3; i++) counter.record(request);
  await expect(counter.flush()).rejects.toThrow('the database is unavailable');
  counter.record(request);
  await expect(counter.flush()).rejects.toThrow('the database is unavailable');
  failing = false;
  counter.record({ ...request, status: 500 });
  await counter.flush();
  await counter.flush();
  const rows = await parley.db.query(sql`
    select outcome, count from usage_counts where user_id = ${ada.user_id} and endpoint = 'GET /v1/counted' order by outcome`);
  expect(rows).toEqual([
    { outcome: 'server_error', count: 1 },
    { outcome: 'succeeded', count: 4 },
  ]);
});
