import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T10:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function complete(text: string, body: object = {}) {
  clock.advance(1);
  const made = await publishTest(ada, project, { questions: [{ type: 'open', text: 'Why?' }] });
  const person = await openLink(parley, made.share_url).start(body);
  await person.answer(made.questions[0].id, { text });
  await person.post('/submit');
  return (await ada.get(`/v1/tests/${made.id}/responses`)).body.data[0];
}

test('a response can be tagged, gets metadata, and is listed and filtered by project', async () => {
  const response = await complete('The marmalade button was hidden.', {
    name: 'Mina',
    email: 'mina@example.com',
  });
  const tag = (await ada.post(`/v1/projects/${project}/tags`, { name: 'Buttons' })).body.data;
  const changed = await ada.patch(`/v1/responses/${response.id}`, {
    tag_ids: [tag.id],
    metadata: { round: '1' },
  });
  expect(changed.body.data).toMatchObject({ tag_ids: [tag.id], metadata: { round: '1' } });
  expect((await ada.get(`/v1/responses/${response.id}`)).body.data).toEqual(changed.body.data);
  const found = async (query: string) =>
    (await ada.get(`/v1/projects/${project}/responses?${query}`)).body.data.map(
      ({ id }: { id: string }) => id,
    );
  for (const query of [
    'q=marmalade',
    'q=MINA@example',
    `tag_id=${tag.id}`,
    `test_id=${response.test_id}`,
    `participant_id=${response.participant.id}`,
  ])
    expect(await found(`${query}&status=completed,abandoned&simulated=false`), query).toEqual([response.id]);
  expect(await found('q=marmalade&status=in_progress')).toEqual([]);
  expect(await found('q=marmalade&simulated=true')).toEqual([]);
  const unchanged = await ada.patch(`/v1/responses/${response.id}`, { metadata: { round: '1' } });
  expect(unchanged.body.data.updated_at).toBe(changed.body.data.updated_at);
});

test('search finds what a participant wrote after the submission, until the response is deleted', async () => {
  const response = await complete('I looked for zeppelins everywhere.');
  const search = async () => (await ada.get('/v1/search?q=zeppelins&types=response')).body.data;
  expect(await search()).toMatchObject([
    { type: 'response', id: response.id, title: `Response ${response.number}`, project_id: project },
  ]);
  const before = (await ada.get(`/v1/tests/${response.test_id}`)).body.data;
  expect(before).toMatchObject({ response_count: 1, completed_count: 1 });
  expect((await ada.delete(`/v1/responses/${response.id}`)).body.data).toEqual({
    id: response.id,
    deleted: true,
  });
  expect((await ada.get(`/v1/responses/${response.id}`)).status).toBe(404);
  expect(await search()).toEqual([]);
  const after = (await ada.get(`/v1/tests/${response.test_id}`)).body.data;
  expect(after).toMatchObject({ response_count: 0, completed_count: 0, median_duration_seconds: null });
});

test('every answer moves updated_at of its response, in the list, its order and its filter', async () => {
  const made = await publishTest(ada, project, {
    questions: [
      { type: 'open', text: 'Why?' },
      { type: 'open', text: 'How?' },
    ],
  });
  const [why, how] = made.questions.map(({ id }: { id: string }) => id);
  const early = await openLink(parley, made.share_url).start();
  clock.advance(1_000);
  const late = await openLink(parley, made.share_url).start();
  await late.answer(why, { text: 'Because.' });
  const list = async (query: string) =>
    (await ada.get(`/v1/tests/${made.id}/responses?${query}`)).body.data.map(
      ({ number, updated_at }: { number: number; updated_at: string }) => [number, updated_at],
    );
  const before = clock.now().toISOString();
  clock.advance(60_000);
  const since = clock.now().toISOString();
  expect(await list(`updated_since=${since}`)).toEqual([]);
  for (const question of [why, how, how]) {
    clock.advance(1_000);
    const now = clock.now().toISOString();
    await early.answer(question, { text: `The answer at ${now}` });
    expect(await list(`updated_since=${since}`)).toEqual([[1, now]]);
    expect(await list('sort=-updated_at')).toEqual([
      [1, now],
      [2, before],
    ]);
  }
  const [answered] = (await ada.get(`/v1/tests/${made.id}/responses?sort=-updated_at&limit=1`)).body.data;
  expect((await ada.get(`/v1/responses/${answered.id}`)).body.data).toEqual(answered);
  const first = await ada.get(`/v1/tests/${made.id}/responses?sort=-updated_at&limit=1`);
  expect(await list(`sort=-updated_at&limit=1&cursor=${first.body.meta.next_cursor}`)).toEqual([[2, before]]);
  // A change without effect does not move it, although the row of the response is older than its answers.
  const unchanged = await ada.patch(`/v1/responses/${answered.id}`, { metadata: {} });
  expect(unchanged.body.data.updated_at).toBe(answered.updated_at);
});

test('answers are in the order of the questions, the screener first, and follow-up questions after their question', async () => {
  const made = await publishTest(ada, project, {
    screener: { questions: [{ type: 'open', text: 'Who?' }] },
    questions: ['Why?', 'How?', 'When?'].map((text) => ({ type: 'open', text })),
  });
  const [why, how, when] = made.questions.map(({ id }: { id: string }) => id);
  const person = await openLink(parley, made.share_url).start();
  for (const id of [made.screener.questions[0].id, why, how, when]) {
    clock.advance(1_000);
    expect((await person.answer(id, { text: 'Something.' })).status).toBe(200);
  }
  // As if the questions were answered in another order, with a follow-up question.
  const response = sql`(select id from responses where test_id = ${made.id})`;
  await parley.db.query(sql`
    update answers set created_at = created_at + interval '1 hour' where response_id = ${response} and question_id = ${why}`);
  await parley.db.query(sql`
    insert into answers (id, response_id, question_id, turn, question, type, text, created_at, updated_at)
    select 'ans_follow_up', response_id, question_id, 1, 'Why exactly?', type, 'So.', created_at + interval '2 hours', updated_at
      from answers where response_id = ${response} and question_id = ${why}`);
  const [listed] = (await ada.get(`/v1/tests/${made.id}/responses`)).body.data;
  expect(listed.answers.map(({ question }: { question: string }) => question)).toEqual([
    'Who?',
    'Why?',
    'Why exactly?',
    'How?',
    'When?',
  ]);
});
