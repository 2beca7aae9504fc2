import { beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../../../../test/faults.ts';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { findPublishedTest, getVersionContent } from './index.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T09:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

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
type Action = 'publish' | 'pause' | 'resume' | 'close';
const act = (id: string, action: Action) => ada.post(`/v1/engage/tests/${id}/${action}`);
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

  test.each<[string, object, string[]]>([
    ['no questions', { questions: [] }, ['questions']],
    ['only statements', { questions: [{ type: 'statement', text: 'Hello.' }] }, ['questions']],
    [
      'a question that is never asked',
      {
        questions: [
          { ...open, logic: [{ operator: 'always', action: 'go_to', question_id: 'last' }] },
          open,
          { ...open, id: 'last' },
        ],
      },
      ['questions.1'],
    ],
    [
      'a screener that lets nobody through',
      { screener: { questions: [{ ...open, logic: [{ operator: 'always', action: 'screen_out' }] }] } },
      ['screener'],
    ],
    ['a deadline in the past', { postDetails: { deadline: '2026-11-15' } }, ['postDetails.deadline']],
    ['recording without a consent text', { consent: { recording: true } }, ['consent.text']],
    ['a blank consent text', { consent: { text: ' \u200b ' } }, ['consent.text']],
    [
      'a human moderator of an AI survey',
      { type: 'ai_survey', moderator: { mode: 'human' } },
      ['moderator.mode'],
    ],
    [
      'an AI moderator of a live interview, without slots',
      { type: 'live_interview', moderator: { mode: 'ai' } },
      ['moderator.mode', 'scheduling.slots'],
    ],
    [
      'slots that are all in the past',
      { type: 'live_interview', scheduling: { slots: [{ start_at: '2026-11-17T08:59:00Z' }] } },
      ['scheduling.slots'],
    ],
    [
      'several faults, with one entry for each',
      { questions: [], postDetails: { deadline: '2020-02-29' }, consent: {}, type: 'live_interview' },
      ['questions', 'postDetails.deadline', 'consent.text', 'scheduling.slots'],
    ],
  ])('refuses to publish %s', async (_, body, expected) => {
    const id = await draft(body);
    const answer = await act(id, 'publish');
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual(expected);
    expect((await ada.get(`/v1/tests/${id}`)).body.data).toMatchObject({ status: 'draft', share_url: null });
    expect(await findPublishedTest(parley.db, id)).toBeUndefined();
    expect(await publishedEvents(id)).toEqual([]);
  });

  test('refuses to publish while a media file is not ready', async () => {
    const upload = await ada.post(`/v1/projects/${project}/files`, {
      name: 'screen.png',
      content_type: 'image/png',
      size_bytes: 10,
    });
    expect(upload.body.data.status).toBe('uploading');
    const id = await draft({ questions: [open, { ...open, media_file_id: upload.body.data.id }] });
    const answer = await act(id, 'publish');
    expect(answer.body.error.details).toEqual([
      { field: 'questions.1.media_file_id', message: 'must be ready. This file is uploading.' },
    ]);
  });

  test('accepts a deadline that has not ended everywhere', async () => {
    // 09:00 UTC on the 17th is 21:00 on the 16th at UTC−12.
    const id = await draft({ postDetails: { deadline: '2026-11-16' } });
    expect((await act(id, 'publish')).status).toBe(200);
  });

  test('accepts a live interview with one future slot', async () => {
    const slots = [{ start_at: '2026-11-17T08:00:00Z' }, { start_at: '2026-11-18T10:00:00+02:00' }];
    const id = await draft({ type: 'live_interview', scheduling: { slots } });
    const { body } = await act(id, 'publish');
    expect(body.data).toMatchObject({
      status: 'live',
      moderator: { mode: 'human' },
      scheduling: { timezone: 'UTC', duration_minutes: 30 },
    });
    expect(body.data.scheduling.slots[1]).toEqual({ start_at: '2026-11-18T08:00:00.000Z', end_at: null });
  });
});

describe('the status', () => {
  const statusAfter = async (id: string, action: Action) => (await act(id, action)).body.data?.status;

  test('goes from live to paused, back to live, and to closed', async () => {
    const id = await draft();
    expect(await statusAfter(id, 'publish')).toBe('live');
    expect(await statusAfter(id, 'pause')).toBe('paused');
    expect(await statusAfter(id, 'resume')).toBe('live');
    const closed = await act(id, 'close');
    expect(closed.body.data).toMatchObject({ status: 'closed', closed_at: clock.now().toISOString() });
    expect(await publishedEvents(id)).toHaveLength(1);
  });

  test('does not change when an action is repeated', async () => {
    const id = await draft();
    const actions = ['publish', 'publish', 'pause', 'pause', 'resume', 'resume', 'close', 'close'] as const;
    for (const action of actions) expect((await act(id, action)).status).toBe(200);
    expect(await publishedEvents(id)).toHaveLength(1);
  });

  test.each<[Action[], Action, string]>([
    [[], 'pause', 'draft'],
    [[], 'resume', 'draft'],
    [[], 'close', 'draft'],
    [['publish', 'pause'], 'publish', 'paused'],
    [['publish', 'close'], 'publish', 'closed'],
    [['publish', 'close'], 'pause', 'closed'],
    [['publish', 'close'], 'resume', 'closed'],
  ])('a test after %j refuses %s and names the status', async (actions, action, status) => {
    const id = await draft();
    for (const before of actions) await act(id, before);
    const answer = await act(id, action);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0]).toMatchObject({
      field: 'status',
      message: expect.stringContaining(`is ${status}.`),
    });
  });

  test('becomes closed by itself when the day of the deadline has ended at UTC−12, even if it is paused', async () => {
    const start = clock.now();
    const live = await draft({ postDetails: { deadline: '2026-11-17' } });
    const paused = await draft({ postDetails: { deadline: '2026-11-17' } });
    const later = await draft({ postDetails: { deadline: '2026-11-18' } });
    const never = await draft({ postDetails: { deadline: '2026-11-17' } });
    for (const id of [live, paused, later]) await act(id, 'publish');
    await act(paused, 'pause');
    const statuses = () =>
      Promise.all(
        [live, paused, later, never].map(async (id) => (await ada.get(`/v1/tests/${id}`)).body.data.status),
      );
    clock.set(new Date('2026-11-18T11:59:59.999Z'));
    await parley.sweep();
    expect(await statuses()).toEqual(['live', 'paused', 'live', 'draft']);
    clock.set(new Date('2026-11-18T12:00:00.000Z'));
    await parley.sweep();
    expect(await statuses()).toEqual(['closed', 'closed', 'live', 'draft']);
    expect((await ada.get(`/v1/tests/${live}`)).body.data.closed_at).toBe('2026-11-18T12:00:00.000Z');
    clock.set(start);
  });
});
