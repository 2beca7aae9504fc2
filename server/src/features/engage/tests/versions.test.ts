import { beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { findPublishedTest, getVersionContent } from './index.ts';

/** What may change after publication, and the versions that participants see. */

let project: string;

const clock = createTestClock(new Date('2026-11-17T09:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const publish = async (body: object = {}): Promise<string> => {
  const created = await ada.post(`/v1/projects/${project}/tests`, {
    name: 'A test',
    type: 'survey',
    questions: [{ type: 'open', text: 'Why?' }],
    consent: { text: 'I agree.' },
    ...body,
  });
  const published = await ada.post(`/v1/engage/tests/${created.body.data.id}/publish`);
  expect(published.status).toBe(200);
  return created.body.data.id;
};
const change = (id: string, body: object) => ada.patch(`/v1/tests/${id}`, body);
const versionOf = async (id: string) => (await findPublishedTest(parley.db, id))?.version;

describe('a published test', () => {
  test.each<[string, object]>([
    ['type', { type: 'ai_survey' }],
    ['questions', { questions: [{ type: 'open', text: 'Other words?' }] }],
    ['screener', { screener: { questions: [{ type: 'yes_no', text: 'Are you a customer?' }] } }],
    ['moderator.mode', { moderator: { mode: 'human' } }],
    ['moderator.follow_up_depth', { moderator: { follow_up_depth: 3 } }],
    ['moderator.max_minutes', { moderator: { max_minutes: 60 } }],
    ['consent', { consent: null }],
  ])('refuses a change of %s', async (field, body) => {
    const id = await publish();
    const answer = await change(id, { name: 'Another name', ...body });
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual([field]);
    expect((await ada.get(`/v1/tests/${id}`)).body.data.name).toBe('A test');
    expect(await versionOf(id)).toBe(1);
  });

  test.each<[string, object, string]>([
    ['a blank consent text', { consent: { text: ' ' } }, 'consent.text'],
    ['a deadline in the past', { postDetails: { deadline: '2026-11-01' } }, 'postDetails.deadline'],
  ])('refuses %s, as at publication', async (_, body, field) => {
    expect(fields(await change(await publish(), body))).toEqual([field]);
  });

  test('accepts questions that are sent unchanged', async () => {
    const id = await publish();
    const { questions } = (await ada.get(`/v1/tests/${id}`)).body.data;
    expect((await change(id, { questions, name: 'Another name' })).status).toBe(200);
  });

  test('a published test can be renamed after its deadline, because the deadline does not change', async () => {
    const start = clock.now();
    const id = await publish({ postDetails: { deadline: '2026-11-17' } });
    clock.set(new Date('2026-12-01T00:00:00Z'));
    expect((await change(id, { name: 'Renamed' })).status).toBe(200);
    clock.set(start);
  });

  test.each<[string, object]>([
    ['name', { name: 'Another name' }],
    [
      'postDetails',
      { postDetails: { title: 'Tell us', incentive: { amount: 20, currency: 'EUR', kind: 'voucher' } } },
    ],
    ['redirect_url', { redirect_url: 'https://example.com/thanks' }],
    ['moderator.instructions', { moderator: { instructions: 'Be brief.' } }],
    ['scheduling', { scheduling: { timezone: 'Asia/Tokyo' } }],
  ])('a published test has another version after a change of %s, and keeps the first', async (_, body) => {
    const id = await publish();
    const first = await getVersionContent(parley.db, id, 1);
    expect((await change(id, body)).status).toBe(200);
    expect(await versionOf(id)).toBe(2);
    expect(await getVersionContent(parley.db, id, 1)).toEqual(first);
    expect(await getVersionContent(parley.db, id, 2)).not.toEqual(first);
  });

  test('a published test has no other version after a change that participants do not see, or of nothing', async () => {
    const id = await publish();
    const before = (await ada.get(`/v1/tests/${id}`)).body.data;
    await change(id, { description: 'For us', metadata: { round: '2' } });
    clock.advance(1000);
    const after = await change(id, { name: 'A test', postDetails: { title: null } });
    expect(after.body.data.updated_at).toBe(before.updated_at);
    expect(await versionOf(id)).toBe(1);
  });
});

describe('the consent version', () => {
  test('leaves the consent version at 1 in a draft whatever changes, and increases it with each change of the text or of recording afterwards', async () => {
    const created = await ada.post(`/v1/projects/${project}/tests`, {
      name: 'A test',
      type: 'survey',
      questions: [{ type: 'open', text: 'Why?' }],
      consent: { text: 'Draft' },
    });
    const { id } = created.body.data;
    const consentAfter = async (body: object) => (await change(id, body)).body.data.consent;
    expect(await consentAfter({ consent: { text: 'I agree.' } })).toEqual({
      text: 'I agree.',
      version: 1,
      recording: false,
    });
    await ada.post(`/v1/engage/tests/${id}/publish`);
    expect((await consentAfter({ name: 'x' })).version).toBe(1);
    expect((await consentAfter({ consent: { text: 'I agree.' } })).version).toBe(1);
    expect((await consentAfter({ consent: { text: 'I really agree.' } })).version).toBe(2);
    expect(await consentAfter({ consent: { recording: true } })).toEqual({
      text: 'I really agree.',
      version: 3,
      recording: true,
    });
  });
});

test('versions are listed from the newest, page by page', async () => {
  const id = await publish();
  await change(id, { name: 'Second' });
  clock.advance(1000);
  await change(id, { name: 'Third' });
  const path = `/v1/tests/${id}/versions` as const;
  const { body } = await ada.get(path);
  expect(body.data.map(({ version, name }: { version: number; name: string }) => [version, name])).toEqual([
    [3, 'Third'],
    [2, 'Second'],
    [1, 'A test'],
  ]);
  expect(body.data[0]).toMatchObject({
    test_id: id,
    created_by: ada.user_id,
    postDetails: { deadline: null },
  });
  const page = await ada.get(`${path}?limit=2`);
  const rest = await ada.get(`${path}?limit=2&cursor=${page.body.meta.next_cursor}`);
  expect([...page.body.data, ...rest.body.data]).toEqual(body.data);
  const draft = await ada.post(`/v1/tests/${id}/duplicate`);
  expect((await ada.get(`/v1/tests/${draft.body.data.id}/versions`)).body.data).toEqual([]);
});

test('concurrent changes of a live test make one version each', async () => {
  const id = await publish();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => change(id, { postDetails: { title: `Title ${i}` } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await versionOf(id)).toBe(9);
});
