import { beforeAll, describe, expect, test } from 'vitest';
import type { Account, TestParley, TestResponse } from '../../test/harness.ts';
import { useAccount, useParley } from '../../test/use-parley.ts';
import { newId } from '../foundation/ids.ts';

/**
 * Order of the gates (spec §1.5): 401 → 403 participant → 402 plan → 429 → 422 → 404 → 403 → 402 quota.
 * Each request below has at least two faults; the earlier gate must decide the response.
 */

const parley = useParley();
const owner = useAccount(parley);
let projectId: string;
beforeAll(async () => {
  projectId = (await owner.post('/v1/projects', { name: 'Mine' })).body.data.id;
});

/** An account that has used up its rate window, on any plan. */
async function hasty(input: Parameters<TestParley['account']>[0]): Promise<Account> {
  const account = await parley.account(input);
  await Promise.all(Array.from({ length: 61 }, () => account.get('/v1/me')));
  return account;
}

const code = async (answer: Promise<TestResponse>) => (await answer).body.error.code;
const broken = '{"name": ';
const wrong = { name: 5, colour: 'red' };
const absent = () => newId('project', Date.now());

describe('401 comes first', () => {
  test.each([
    ['before a route that does not exist', 'GET', '/v1/nothing', undefined],
    ['before broken JSON', 'POST', '/v1/projects', broken],
    [
      'before a body that is too large',
      'POST',
      '/v1/projects',
      JSON.stringify({ name: 'x'.repeat(3_000_000) }),
    ],
    ['before an id that does not exist', 'GET', '/v1/projects/nonsense', undefined],
    ['before a bad limit', 'GET', '/v1/projects?limit=0', undefined],
  ])('%s', async (_, method, path, body) => {
    expect(await code(parley.request(method, path, { body }))).toBe('unauthorized');
  });
});

describe('then 403 for participants', () => {
  test('returns 403 to participants before it checks the plan, the limit, the body and the path', async () => {
    const participant = await hasty({ kind: 'participant', plan: 'free' });
    expect(await code(participant.get('/v1/me'))).toBe('forbidden');
    expect(await code(participant.post('/v1/projects', broken))).toBe('forbidden');
    expect(await code(participant.get('/v1/nothing'))).toBe('forbidden');
  });
});

describe('then 402 for the plan', () => {
  test('returns 402 for the plan before it checks the limit, the body and the path', async () => {
    const free = await hasty({ plan: 'free' });
    expect(await code(free.get('/v1/me'))).toBe('plan_required');
    expect(await code(free.post('/v1/projects', broken))).toBe('plan_required');
    expect(await code(free.get('/v1/nothing'))).toBe('plan_required');
  });
});

describe('then 429', () => {
  test('returns 429 before it checks the body, the path and the id', async () => {
    const basic = await hasty({ plan: 'basic' });
    expect(await code(basic.post('/v1/projects', broken))).toBe('rate_limited');
    expect(await code(basic.post('/v1/projects', wrong))).toBe('rate_limited');
    expect(await code(basic.get('/v1/nothing'))).toBe('rate_limited');
    expect(await code(basic.get(`/v1/projects/${projectId}`))).toBe('rate_limited');
    expect(
      await code(basic.post('/v1/projects', { name: 'a' }, { 'idempotency-key': 'é'.repeat(300) })),
    ).toBe('rate_limited');
  });

  test('returns 429 before a replay: a stored response does not bypass the limit', async () => {
    const basic = await parley.account({ plan: 'basic' });
    const headers = { 'idempotency-key': 'once' };
    expect((await basic.post('/v1/projects', { name: 'a' }, headers)).status).toBe(201);
    expect(
      (await basic.post('/v1/projects', { name: 'a' }, headers)).headers.get('idempotent-replayed'),
    ).toBe('true');
    await Promise.all(Array.from({ length: 58 }, () => basic.get('/v1/me')));
    expect(await code(basic.post('/v1/projects', { name: 'a' }, headers))).toBe('rate_limited');
  });
});

describe('then 422', () => {
  test('returns 422 before 404: the id does not exist, or is in another workspace', async () => {
    const stranger = await parley.account();
    for (const id of [absent(), 'nonsense', projectId]) {
      expect(await code(stranger.patch(`/v1/projects/${id}`, wrong))).toBe('validation_failed');
      expect(await code(stranger.get(`/v1/projects/${id}?unknown=1`))).toBe('validation_failed');
    }
    expect(
      await code(stranger.post(`/v1/projects/${absent()}/restore`, undefined, { 'idempotency-key': '' })),
    ).toBe('validation_failed');
  });

  test('returns 422 before 403: the same workspace without access, and viewers', async () => {
    const colleague = await parley.account({ workspace_id: owner.workspace_id });
    const viewer = await parley.account({ workspace_id: owner.workspace_id, role: 'viewer' });
    expect(await code(colleague.patch(`/v1/projects/${projectId}`, wrong))).toBe('validation_failed');
    expect(await code(viewer.post('/v1/projects', wrong))).toBe('validation_failed');
  });
});

describe('then 404, then 403', () => {
  test('returns 404 to a viewer for a missing record and 403 for a write', async () => {
    const viewer = await parley.account({ workspace_id: owner.workspace_id, role: 'viewer' });
    expect(await code(viewer.patch(`/v1/projects/${absent()}`, { name: 'x' }))).toBe('not_found');
    expect(await code(viewer.patch(`/v1/projects/${projectId}`, { name: 'x' }))).toBe('forbidden');
  });
});

describe('402 quota_exceeded comes last', () => {
  test('returns 402 quota_exceeded after 422 and 403, and only on routes that spend a credit', async () => {
    const basic = await parley.account({ plan: 'basic' });
    for (let i = 0; i < 10; i++)
      expect((await basic.post('/v1/projects', { name: `p${i}` })).status).toBe(201);
    expect(await code(basic.post('/v1/projects', { name: 'one too many' }))).toBe('quota_exceeded');
    expect(await code(basic.post('/v1/projects', wrong))).toBe('validation_failed');
    const viewer = await parley.account({ workspace_id: basic.workspace_id, role: 'viewer' });
    expect(await code(viewer.post('/v1/projects', { name: 'mine' }))).toBe('forbidden');
    expect((await basic.get('/v1/projects')).body.data).toHaveLength(10);
  });
});
