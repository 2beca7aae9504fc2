import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock, type TestResponse } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { isId } from '../../../foundation/ids.ts';

let project: string;

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = await newProject('Study');
});

const newProject = async (name: string): Promise<string> =>
  (await ada.post('/v1/projects', { name })).body.data.id;
const create = (body: object, home = project) =>
  ada.post(`/v1/projects/${home}/tests`, { name: 'A test', type: 'survey', ...body });
const asked = (questions: object[], home = project) => create({ questions }, home);
const fields = (answer: TestResponse): string[] => {
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({
    status: 422,
    code: 'validation_failed',
  });
  return answer.body.error.details.map((row: { field: string }) => row.field);
};
const open = { type: 'open', text: 'Why?' };
const choice = { type: 'single_choice', text: 'Which?', options: ['One', 'Two'] };

describe('a test', () => {
  test('a test can be created, read, changed, listed, counted and deleted', async () => {
    const home = await newProject('Tests');
    const created = await create({ name: 'First', metadata: { round: '1' } }, home);
    expect(created.status).toBe(201);
    expect(created.body.data).toEqual({
      id: created.body.data.id,
      project_id: home,
      name: 'First',
      type: 'survey',
      status: 'draft',
      description: null,
      questions: [],
      question_count: 0,
      response_count: 0,
      completed_count: 0,
      screened_out_count: 0,
      median_duration_seconds: null,
      share_url: null,
      published_at: null,
      closed_at: null,
      metadata: { round: '1' },
      postDetails: {
        title: null,
        description: null,
        estimated_minutes: null,
        incentive: null,
        target_participants: null,
        deadline: null,
      },
      screener: null,
      consent: null,
      moderator: { mode: 'ai', instructions: null, follow_up_depth: 1, max_minutes: 30 },
      scheduling: null,
      redirect_url: null,
      invitation_count: 0,
      session_count: 0,
      created_at: clock.now().toISOString(),
      updated_at: clock.now().toISOString(),
      created_by: ada.user_id,
    });
    expect(isId('test', created.body.data.id)).toBe(true);
    const path = `/v1/tests/${created.body.data.id}`;
    expect((await ada.get(path)).body).toEqual(created.body);
    const changed = await ada.patch(path, {
      name: 'Second',
      type: 'ai_interview',
      description: 'x',
      metadata: {},
    });
    expect(changed.body.data).toEqual({
      ...created.body.data,
      name: 'Second',
      type: 'ai_interview',
      description: 'x',
      metadata: {},
    });
    expect((await ada.get(`/v1/projects/${home}/tests`)).body.data).toEqual([changed.body.data]);
    expect((await ada.get(`/v1/projects/${home}`)).body.data.test_count).toBe(1);
    expect((await ada.delete(path)).body).toEqual({ data: { id: created.body.data.id, deleted: true } });
    expect((await ada.get(path)).status).toBe(404);
    expect((await ada.delete(path)).status).toBe(404);
    expect((await ada.get(`/v1/projects/${home}`)).body.data.test_count).toBe(0);
  });

  test('creates a test once per Idempotency-Key', async () => {
    const home = await newProject('Once');
    const send = () =>
      ada.post(
        `/v1/projects/${home}/tests`,
        { name: 'x', type: 'survey', questions: [open] },
        {
          'idempotency-key': 'one-test',
        },
      );
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await ada.get(`/v1/projects/${home}`)).body.data.test_count).toBe(1);
  });

  test('counts tests exactly during concurrent creations and deletions', async () => {
    const home = await newProject('Crowd');
    const first = await Promise.all(Array.from({ length: 8 }, () => create({}, home)));
    const answers = await Promise.all([
      ...first.slice(0, 5).map(({ body }) => ada.delete(`/v1/tests/${body.data.id}`)),
      // Two requests delete the same test: one succeeds, the other returns 404.
      ada.delete(`/v1/tests/${first[0]?.body.data.id}`),
      ...Array.from({ length: 6 }, () => create({}, home)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      200,
      200,
      200,
      200,
      ...Array(6).fill(201),
      404,
    ]);
    expect((await ada.get(`/v1/projects/${home}`)).body.data.test_count).toBe(9);
    expect((await ada.get(`/v1/projects/${home}/tests?limit=100`)).body.data).toHaveLength(9);
  });

  test('keeps its updated_at if a PATCH changes nothing', async () => {
    const created = await asked([choice, open]);
    clock.advance(1000);
    const { name, type, description, questions, metadata } = created.body.data;
    const path = `/v1/tests/${created.body.data.id}` as const;
    const same = await ada.patch(path, { name, type, description, questions, metadata });
    expect(same.body).toEqual(created.body);
    const changed = await ada.patch(path, { name: 'Another' });
    expect(changed.body.data.updated_at).toBe(clock.now().toISOString());
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(201) }, 'name'],
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'quiz' }, 'type'],
    ['a long description', { description: 'x'.repeat(5001) }, 'description'],
    ['a status', { status: 'live' }, 'status'],
    ['a count', { response_count: 5 }, 'response_count'],
    ['questions that are not a list', { questions: {} }, 'questions'],
    ['metadata that is not text', { metadata: { a: 1 } }, 'metadata.a'],
    ['101 questions', { questions: Array(101).fill(open) }, 'questions'],
  ])('a test with %s returns 422', async (_, body, field) => {
    expect(fields(await create(body))).toEqual([field]);
  });

  test('a test can be filtered by type, status and part of its name or description, and sorted', async () => {
    const home = await newProject('Found');
    for (const [name, type, description] of [
      ['beta', 'survey', 'About PRICES'],
      ['Alpha', 'ai_survey', null],
      ['gamma 100%', 'survey', null],
    ] as const) {
      clock.advance(1000);
      await create({ name, type, description }, home);
    }
    const list = async (query: string) =>
      (await ada.get(`/v1/projects/${home}/tests?${query}`)).body.data.map(
        (row: { name: string }) => row.name,
      );
    expect(await list('')).toEqual(['gamma 100%', 'Alpha', 'beta']);
    expect(await list('sort=created_at')).toEqual(['beta', 'Alpha', 'gamma 100%']);
    expect(await list('sort=name')).toEqual(['Alpha', 'beta', 'gamma 100%']);
    expect(await list('sort=-name')).toEqual(['gamma 100%', 'beta', 'Alpha']);
    expect(await list('type=survey')).toEqual(['gamma 100%', 'beta']);
    expect(await list('status=draft&type=ai_survey')).toEqual(['Alpha']);
    expect(await list('status=live')).toEqual([]);
    expect(await list('q=prices')).toEqual(['beta']);
    expect(await list('q=%25')).toEqual(['gamma 100%']);
    const first = await ada.get(`/v1/projects/${home}/tests?limit=2&sort=name`);
    const cursor = first.body.meta.next_cursor;
    expect(await list(`limit=2&sort=name&cursor=${cursor}`)).toEqual(['gamma 100%']);
    expect(fields(await ada.get(`/v1/projects/${home}/tests?sort=-name&cursor=${cursor}`))).toEqual([
      'cursor',
    ]);
    for (const bad of ['type=quiz', 'status=gone', 'sort=size', 'limit=0'])
      expect(fields(await ada.get(`/v1/projects/${home}/tests?${bad}`))).toEqual([bad.split('=')[0]]);
  });
});

describe('access to tests', () => {
  test('returns 404 for another workspace, 403 for a member without access, and is read-only for viewers', async () => {
    const home = await newProject('Guarded');
    const colleague = await parley.account({ workspace_id: ada.workspace_id });
    const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
    const stranger = await parley.account();
    const made = (await asked([choice], home)).body.data;
    const all = async (who: Account) => {
      const answers = [
        await who.get(`/v1/projects/${home}/tests`),
        await who.get(`/v1/tests/${made.id}`),
        await who.post(`/v1/projects/${home}/tests`, { name: 'x', type: 'survey' }),
        await who.patch(`/v1/tests/${made.id}`, { name: 'y' }),
        await who.delete(`/v1/tests/${made.id}`),
      ];
      return answers.map((answer) => answer.status);
    };
    expect(await all(stranger)).toEqual([404, 404, 404, 404, 404]);
    expect(await all(colleague)).toEqual([403, 403, 403, 403, 403]);
    await ada.patch(`/v1/projects/${home}`, { member_ids: [viewer.user_id] });
    expect(await all(viewer)).toEqual([200, 200, 403, 403, 403]);
    await ada.delete(`/v1/projects/${home}`);
    expect(await all(ada)).toEqual([404, 404, 404, 404, 404]);
    await ada.post(`/v1/projects/${home}/restore`);
    expect((await ada.get(`/v1/tests/${made.id}`)).body.data).toEqual(made);
  });
});
