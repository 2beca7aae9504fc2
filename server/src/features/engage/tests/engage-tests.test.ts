import { beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import type { Account } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { isId, newId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import type { Question } from './question.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = await newProject(ada);
});

const newProject = async (who: Account, visibility = 'private'): Promise<string> =>
  (await who.post('/v1/projects', { name: 'Study', visibility })).body.data.id;
const create = (body: object = {}, home = project, who = ada) =>
  who.post(`/v1/projects/${home}/tests`, { name: 'A test', type: 'survey', ...body });
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id).sort();

describe('the fields that concern participants', () => {
  test('creates and changes the fields that concern participants field by field', async () => {
    const created = await create({
      postDetails: { title: 'Tell us', estimated_minutes: 10, deadline: '2026-11-30' },
      moderator: { instructions: 'Be brief.' },
      scheduling: { timezone: 'Europe/Berlin', slots: [{ start_at: '2026-12-01T10:00:00+01:00' }] },
      redirect_url: 'https://example.com/thanks',
    });
    const path = `/v1/tests/${created.body.data.id}` as const;
    const { body } = await ada.patch(path, {
      postDetails: { deadline: null, target_participants: 50 },
      moderator: { max_minutes: 20 },
      scheduling: { duration_minutes: 45 },
      redirect_url: null,
    });
    expect(body.data).toMatchObject({
      postDetails: {
        title: 'Tell us',
        description: null,
        estimated_minutes: 10,
        incentive: null,
        target_participants: 50,
        deadline: null,
      },
      moderator: { mode: 'ai', instructions: 'Be brief.', follow_up_depth: 1, max_minutes: 20 },
      scheduling: {
        timezone: 'Europe/Berlin',
        duration_minutes: 45,
        slots: [{ start_at: '2026-12-01T09:00:00.000Z', end_at: null }],
      },
      redirect_url: null,
    });
    expect((await ada.patch(path, { scheduling: null })).body.data.scheduling).toBeNull();
  });

  test('follow the type of the test until a moderator is set', async () => {
    const { id } = (await create({ type: 'ai_interview' })).body.data;
    const changed = await ada.patch(`/v1/tests/${id}`, { type: 'live_interview' });
    expect(changed.body.data.moderator.mode).toBe('human');
  });

  test.each<[string, object, string]>([
    ['a date that does not exist', { postDetails: { deadline: '2026-02-30' } }, 'postDetails.deadline'],
    ['an instant as deadline', { postDetails: { deadline: '2026-02-20T10:00:00Z' } }, 'postDetails.deadline'],
    [
      'a currency in words',
      { postDetails: { incentive: { amount: 1, currency: 'euro', kind: 'cash' } } },
      'postDetails.incentive.currency',
    ],
    ['script as redirect', { redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
    ['a version of the consent', { consent: { text: 'x', version: 7 } }, 'consent.version'],
    ['too many follow-ups', { moderator: { follow_up_depth: 4 } }, 'moderator.follow_up_depth'],
    ['an unknown timezone', { scheduling: { timezone: 'Europe/Atlantis' } }, 'scheduling.timezone'],
    ['an offset as timezone', { scheduling: { timezone: '+02:00' } }, 'scheduling.timezone'],
    ['an empty screener', { screener: { questions: [] } }, 'screener.questions'],
    [
      'a ranking in the screener',
      { screener: { questions: [{ type: 'ranking', text: 'x' }] } },
      'screener.questions.0.type',
    ],
    [
      'a choice without options in the screener',
      { screener: { questions: [{ type: 'single_choice', text: 'x' }] } },
      'screener.questions.0.options',
    ],
    [
      'a slot that is too short',
      { scheduling: { slots: [{ start_at: '2026-12-01T10:00:00Z', end_at: '2026-12-01T10:10:00Z' }] } },
      'scheduling.slots.0.end_at',
    ],
    [
      'slots that overlap',
      { scheduling: { slots: [{ start_at: '2026-12-01T10:15:00Z' }, { start_at: '2026-12-01T10:00:00Z' }] } },
      'scheduling.slots.0.start_at',
    ],
    [
      'a screen-out in the test itself',
      { questions: [{ type: 'open', text: 'x', logic: [{ operator: 'always', action: 'screen_out' }] }] },
      'questions.0.logic.0.action',
    ],
  ])('refuse %s', async (_, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual([field]);
  });

  test('keep the ids of the screener when it is edited', async () => {
    const screener = {
      questions: [
        {
          type: 'yes_no',
          text: 'A customer?',
          logic: [{ operator: 'equals', value: false, action: 'screen_out' }],
        },
        { type: 'open', text: 'Since when?' },
      ],
    };
    const created = (await create({ screener })).body.data;
    const [first, second] = created.screener.questions;
    expect(first.logic).toEqual([
      { operator: 'equals', option_ids: [], value: false, action: 'screen_out', question_id: null },
    ]);
    const questions = [{ id: second.id }, { id: first.id, text: 'Are you a customer?' }];
    const changed = await ada.patch(`/v1/tests/${created.id}`, { screener: { questions } });
    expect(changed.body.data.screener.questions).toEqual([second, { ...first, text: 'Are you a customer?' }]);
  });
});

describe('the list of engage tests', () => {
  test('contains the tests of all projects that the researcher can see, and filters them', async () => {
    const grace = await parley.account();
    const colleague = await parley.account({ workspace_id: grace.workspace_id });
    const shared = await newProject(grace, 'workspace');
    const hidden = await newProject(grace);
    const own = await newProject(colleague);
    const one = (await create({ name: 'One' }, shared, grace)).body.data.id;
    const two = (await create({ name: 'Two', type: 'ai_survey' }, own, colleague)).body.data.id;
    await create({ name: 'Hidden' }, hidden, grace);
    expect(idsOf(await colleague.get('/v1/engage/tests'))).toEqual([one, two].sort());
    expect(idsOf(await colleague.get(`/v1/engage/tests?project_id=${own}`))).toEqual([two]);
    expect(idsOf(await colleague.get('/v1/engage/tests?type=ai_survey,ai_interview'))).toEqual([two]);
    expect(idsOf(await colleague.get('/v1/engage/tests?status=live'))).toEqual([]);
    expect(idsOf(await colleague.get('/v1/engage/tests?q=ONE'))).toEqual([one]);
    const sorted = await colleague.get('/v1/engage/tests?sort=-name');
    expect(sorted.body.data.map(({ name }: { name: string }) => name)).toEqual(['Two', 'One']);
    expect((await colleague.get(`/v1/engage/tests?project_id=${hidden}`)).status).toBe(403);
    expect((await ada.get(`/v1/engage/tests?project_id=${shared}`)).status).toBe(404);
  });
});

describe('a duplicate', () => {
  test('duplicates a test as a draft with new ids whose rules refer to the copies', async () => {
    const source = (
      await create({
        name: 'Original',
        description: 'For us',
        metadata: { round: '1' },
        consent: { text: 'I agree.' },
        questions: [
          {
            type: 'single_choice',
            text: 'Which?',
            options: [{ id: 'a', text: 'A' }, 'B'],
            logic: [{ operator: 'any_of', option_ids: ['a'], action: 'go_to', question_id: 'last' }],
          },
          { type: 'open', text: 'Why?' },
          { id: 'last', type: 'open', text: 'Anything else?' },
        ],
        screener: { questions: [{ type: 'open', text: 'Who are you?' }] },
      })
    ).body.data;
    await ada.post(`/v1/engage/tests/${source.id}/publish`);
    const copied = await ada.post(`/v1/tests/${source.id}/duplicate`);
    expect(copied.status).toBe(201);
    const copy = copied.body.data;
    expect(copied.headers.get('location')).toBe(`/v1/tests/${copy.id}`);
    expect(copy).toMatchObject({
      name: 'Original (copy)',
      status: 'draft',
      share_url: null,
      published_at: null,
      metadata: { round: '1' },
      consent: { text: 'I agree.', version: 1 },
    });
    const ids = (questions: Question[]) =>
      questions.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
    const [before, after] = [ids(source.questions), ids(copy.questions)];
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    expect(copy.questions[0].logic[0]).toMatchObject({
      option_ids: [copy.questions[0].options[0].id],
      question_id: copy.questions[2].id,
    });
    expect(isId('question', copy.screener.questions[0].id)).toBe(true);
    expect(copy.screener.questions[0].id).not.toBe(source.screener.questions[0].id);
    // Equal apart from the ids.
    const texts = (questions: Question[]) =>
      questions.map(({ type, text, required }) => [type, text, required]);
    expect(texts(copy.questions)).toEqual(texts(source.questions));
    expect((await ada.post(`/v1/engage/tests/${copy.id}/publish`)).status).toBe(200);
  });

  test('cuts the name of a duplicate to 200 characters, and accepts another name', async () => {
    const { id } = (await create({ name: '😀'.repeat(200) })).body.data;
    expect([...(await ada.post(`/v1/tests/${id}/duplicate`)).body.data.name]).toHaveLength(200);
    expect((await ada.post(`/v1/tests/${id}/duplicate`, { name: 'Mine' })).body.data.name).toBe('Mine');
  });
});

describe('a test with responses', () => {
  const respond = async (
    testId: string,
    durations: number[],
    fixed: { status?: string; simulated?: boolean } = {},
  ) => {
    const { status = 'completed', simulated = false } = fixed;
    for (const duration of durations) {
      const participant = newId('participant', Date.now());
      await parley.db.query(sql`
        insert into participants (id, project_id, simulated, created_at, updated_at)
        values (${participant}, ${project}, ${simulated}, now(), now())`);
      await parley.db.query(sql`
        insert into responses (id, project_id, test_id, test_version, number, status, participant_id, started_at,
          submitted_at, duration_seconds, simulated, created_at, updated_at)
        select ${newId('response', Date.now())}, ${project}, ${testId}, 1, count(*) + 1, ${status}, ${participant}, now(),
          ${status === 'completed' ? new Date() : null}, ${duration}, ${simulated}, now(), now()
          from responses where test_id = ${testId}`);
    }
  };

  test('refuses a deadline or a slot that ends after the year 9999 with 422', async () => {
    const late = await create({
      name: 'Late',
      postDetails: { deadline: '9999-12-31' },
      scheduling: { timezone: 'UTC', slots: [{ start_at: '9999-12-31T23:59:59Z' }] },
    });
    expect([late.status, late.body.error.details]).toEqual([
      422,
      [
        { field: 'postDetails.deadline', message: 'must be 9999-12-30 at the latest.' },
        { field: 'scheduling.slots.0.start_at', message: 'must be before 9999-12-31.' },
      ],
    ]);
    expect((await create({ name: 'Late', postDetails: { deadline: '9999-12-30' } })).status).toBe(201);
  });

  test('a test with responses has the median duration of its completed responses, without simulated ones', async () => {
    const { id } = (await create({ name: 'With durations' })).body.data;
    const median = async () => (await ada.get(`/v1/tests/${id}`)).body.data.median_duration_seconds;
    await respond(id, [1000], { simulated: true });
    await respond(id, [1000], { status: 'in_progress' });
    expect(await median()).toBeNull();
    await respond(id, [96.1, 100.05]);
    expect(await median()).toBe(98.075);
    const results = (await ada.get(`/v1/tests/${id}/results`)).body.data;
    expect(results.median_duration_seconds).toBe(98.075);
    await respond(id, [90, 60]);
    expect(await median()).toBe(93.05);
    const [listed] = (await ada.get(`/v1/projects/${project}/tests?q=durations`)).body.data;
    expect(listed).toMatchObject({
      id,
      median_duration_seconds: 93.05,
      response_count: 5,
      completed_count: 4,
    });
  });

  test('deletes a test with its responses and links, and the counts of the project follow', async () => {
    const { id } = (await create({ questions: [{ type: 'open', text: 'Why?' }] })).body.data;
    await ada.post(`/v1/engage/tests/${id}/publish`);
    const count = async () => (await ada.get(`/v1/projects/${project}`)).body.data.response_count;
    const before = await count();
    await respond(id, [60, 70]);
    expect(await count()).toBe(before + 2);
    expect((await ada.delete(`/v1/tests/${id}`)).status).toBe(200);
    expect(await count()).toBe(before);
    const left = await parley.db.query(sql`
      select 1 from responses where test_id = ${id} union all select 1 from participant_links where test_id = ${id}
      union all select 1 from test_versions where test_id = ${id}`);
    expect(left).toEqual([]);
  });
});
