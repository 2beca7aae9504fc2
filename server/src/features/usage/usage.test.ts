import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley, until } from '../../../test/harness.ts';
import { sql } from '../../platform/database/index.ts';

/** Usage (contract §9): requests to within a few seconds, credits exact. */

const clock = createTestClock(new Date('2026-05-31T23:59:00.000Z'));
let parley: TestParley;

beforeAll(async () => {
  parley = await startParley({ clock, work: true });
});
afterAll(() => parley.stop());

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
type Usage = Record<string, any>;

/** Reads usage until the counter has written what was asked for; the readings are counted too. */
async function usageWith(account: Account, query: string, done: (usage: Usage) => boolean): Promise<Usage> {
  return until(async () => {
    const { body } = await account.get(`/v1/usage${query}`);
    return done(body.data) && (body.data as Usage);
  }, 'the counts to be written');
}
const endpoint = (usage: Usage, name: string): number =>
  usage.requests.by_endpoint.find((row: { endpoint: string }) => row.endpoint === name)?.total ?? 0;

describe('requests', () => {
  test('are counted by outcome and endpoint, with the pattern of the path and not the path', async () => {
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

  test('that were over the limit are counted as such', async () => {
    const basic = await parley.account({ plan: 'basic' });
    await Promise.all(Array.from({ length: 70 }, () => basic.get('/v1/me')));
    const [row] = await until(async () => {
      const rows = await parley.db.query<{ count: number }>(sql`
        select count from usage_counts where user_id = ${basic.user_id} and outcome = 'rate_limited'`);
      return (rows[0]?.count ?? 0) >= 10 && rows;
    }, 'the counts to be written');
    expect(row?.count).toBe(10);
  });

  test('of others are not shown, not even of the same workspace', async () => {
    const ada = await parley.account();
    const bob = await parley.account({ workspace_id: ada.workspace_id });
    await Promise.all(Array.from({ length: 10 }, () => bob.get('/v1/workspace')));
    await usageWith(bob, '', (usage) => endpoint(usage, 'GET /v1/workspace') === 10);
    const { body } = await ada.get('/v1/usage');
    expect(endpoint(body.data, 'GET /v1/workspace')).toBe(0);
  });

  test('fall on the day they came, and from and to choose the days', async () => {
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

  test('show as recent activity, the last 20, the newest first, without their query', async () => {
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

  test('mark the key as used', async () => {
    const ada = await parley.account();
    await ada.get('/v1/me');
    await until(
      async () => (await ada.get('/v1/me')).body.data.api_key.last_used_at !== null,
      'the key to be marked',
    );
  });
});

describe('credits', () => {
  test('are exact at once, and come back with the next month', async () => {
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

  test('belong to the workspace, and a plan without a limit shows none', async () => {
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

  test('spent without a limit count when a limit comes', async () => {
    const ada = await parley.account();
    for (let i = 0; i < 10; i++) await ada.post('/v1/projects', { name: `p${i}` });
    await ada.setPlan('basic');
    expect((await ada.post('/v1/projects', { name: 'x' })).body.error.code).toBe('quota_exceeded');
  });

  test('of a request that failed are not spent', async () => {
    const basic = await parley.account({ plan: 'basic' });
    await basic.post('/v1/projects', { name: 'x', member_ids: ['usr_nobody'] });
    expect((await basic.get('/v1/usage')).body.data.credits.projects.used).toBe(0);
  });
});

test('what was counted is written when the server stops', async () => {
  const other = await startParley({ clock, beside: parley });
  const ada = await parley.account();
  const headers = { authorization: `Bearer ${ada.key}` };
  for (let i = 0; i < 3; i++) await other.request('GET', '/v1/workspace/members', { headers });
  await other.stop();
  const [row] = await parley.db.query<{ count: number }>(sql`
    select count from usage_counts where user_id = ${ada.user_id} and endpoint = 'GET /v1/workspace/members'`);
  expect(row?.count).toBe(3);
});
