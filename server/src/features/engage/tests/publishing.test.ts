import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import {
  type Account,
  createTestClock,
  startParley,
  type TestClock,
  type TestParley,
} from '../../../../test/harness.ts';
import { findPublishedTest, getVersionContent } from './index.ts';

let parley: TestParley;
let clock: TestClock;
let ada: Account;
let project: string;

beforeAll(async () => {
  clock = createTestClock(new Date('2026-11-17T09:00:00Z'));
  parley = await startParley({ clock });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(() => parley.stop());

const open = { type: 'open', text: 'Why?' };
const draft = async (body: object = {}): Promise<string> => {
  const created = await ada.post(`/v1/projects/${project}/tests`, {
    name: 'A test',
    type: 'survey',
    questions: [open],
    ...body,
  });
  expect(created.status).toBe(201);
  return created.body.data.id;
};
const act = (id: string, action: string) => ada.post(`/v1/engage/tests/${id}/${action}`);
const publishedEvents = async (id: string) => {
  const { body } = await ada.get(`/v1/events?project_id=${project}&type=test.published&limit=100`);
  return body.data.filter((event: { data: { id: string } }) => event.data.id === id);
};

describe('publishing', () => {
  test('makes a draft live, freezes version 1, issues the share link and emits test.published', async () => {
    const id = await draft({ consent: { text: 'I agree.', recording: true } });
    const published = await act(id, 'publish');
    expect(published.status).toBe(200);
    expect(published.body.data).toMatchObject({
      status: 'live',
      published_at: clock.now().toISOString(),
      share_url: expect.stringMatching(/\/t\/[\w-]{32}$/),
    });
    expect((await ada.get(`/v1/tests/${id}`)).body).toEqual(published.body);
    expect((await ada.get(`/v1/engage/tests/${id}`)).body).toEqual(published.body);
    expect((await publishedEvents(id)).map((event: { data: unknown }) => event.data)).toEqual([
      published.body.data,
    ]);
    const found = await findPublishedTest(parley.db, id);
    expect(found).toMatchObject({ id, status: 'live', version: 1, workspace_timezone: 'UTC' });
    expect(found?.content).toEqual(await getVersionContent(parley.db, id, 1));
    expect(found?.content).toMatchObject({
      name: 'A test',
      consent: { text: 'I agree.', version: 1, recording: true },
      questions: [{ text: 'Why?' }],
    });
  });

  test('emits one event when ten clients publish at once, and all of them succeed', async () => {
    const id = await draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(id, 'publish')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.share_url)).size).toBe(1);
    expect(await publishedEvents(id)).toHaveLength(1);
  });

  test('of a test without questions is refused', async () => {
    const id = await draft({ questions: [] });
    expect(fields(await act(id, 'publish'))).toEqual(['questions']);
    expect(await findPublishedTest(parley.db, id)).toBeUndefined();
  });
});
