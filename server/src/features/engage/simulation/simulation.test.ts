import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley } from '../../../../test/harness.ts';
import { sql } from '../../../platform/database/index.ts';

let parley: TestParley;
let ada: Account;
let project: string;
beforeAll(async () => {
  parley = await startParley({ work: true });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Sandbox' })).body.data.id;
});
afterAll(() => parley.stop());

const questions = [
  { id: 'paid', type: 'yes_no', text: 'Have you paid here before?', required: true },
  { type: 'single_choice', text: 'How did you pay?', options: ['Card', 'Invoice', 'Cash'], required: true },
  { type: 'multi_choice', text: 'What do you buy?', options: ['Books', 'Music', 'Games'] },
  { type: 'rating', text: 'How easy was the checkout?', required: true },
  { type: 'nps', text: 'Would you recommend us?', required: true },
  { type: 'ranking', text: 'What matters most?', options: ['Price', 'Speed', 'Service'] },
  { type: 'statement', text: 'Almost done.' },
  { type: 'task', text: 'Find the delivery costs.' },
  { type: 'open', text: 'What would you change about the delivery?', required: true },
];
const newTest = async (type: string, more: object = {}) =>
  (await ada.post(`/v1/projects/${project}/tests`, { name: 'Checkout', type, questions, ...more })).body.data
    .id as string;

async function simulate(testId: string, body: object) {
  const started = await ada.post(`/v1/engage/tests/${testId}/simulate`, body);
  expect(started.status).toBe(202);
  const job = (await ada.get(`/v1/jobs/${started.body.data.id}?wait_seconds=30`)).body.data;
  expect(job).toMatchObject({ type: 'simulation', status: 'succeeded', credits_used: 0 });
  return job.result as { response_ids: string[]; session_ids: string[]; seed: number };
}
const answersOf = async (responseId: string) => {
  const { answers } = (await ada.get(`/v1/responses/${responseId}`)).body.data;
  return answers.map(({ question, value, text, skipped }: Record<string, unknown>) => ({
    question,
    value,
    text,
    skipped,
  }));
};

test('answers a draft with valid answers to every type of question, marked as simulated', async () => {
  const testId = await newTest('survey');
  const { response_ids, session_ids } = await simulate(testId, { participants: 3, seed: 7 });
  expect(response_ids).toHaveLength(3);
  expect(session_ids).toEqual([]);
  for (const id of response_ids) {
    const response = (await ada.get(`/v1/responses/${id}`)).body.data;
    expect(response).toMatchObject({ test_id: testId, status: 'completed', simulated: true });
    expect(response.answers).toHaveLength(questions.length);
    expect(response.duration_seconds).toBeGreaterThan(60);
  }
});

test('gives the same answers for the same seed, and others for another seed', async () => {
  const testId = await newTest('survey');
  const [first] = (await simulate(testId, { participants: 1, seed: 1 })).response_ids;
  const [second] = (await simulate(testId, { participants: 1, seed: 1 })).response_ids;
  const [third] = (await simulate(testId, { participants: 1, seed: 2 })).response_ids;
  expect(await answersOf(second as string)).toEqual(await answersOf(first as string));
  expect(await answersOf(third as string)).not.toEqual(await answersOf(first as string));
});

test('leaves simulated responses out of counts and credits, queues no mail, and emits events marked as simulated', async () => {
  const before = (await ada.get('/v1/usage')).body.data.credits;
  const testId = await newTest('survey');
  const { response_ids } = await simulate(testId, { participants: 2 });
  const { response_count, completed_count } = (await ada.get(`/v1/tests/${testId}`)).body.data;
  expect({ response_count, completed_count }).toEqual({ response_count: 0, completed_count: 0 });
  const after = (await ada.get('/v1/usage')).body.data.credits;
  expect(after.engage_participants).toEqual(before.engage_participants);
  expect(after.ai_jobs).toEqual(before.ai_jobs);
  expect(await parley.db.query(sql`select 1 from tasks where kind = 'mail.send'`)).toEqual([]);
  const events = (await ada.get(`/v1/events?project_id=${project}&type=test.response.submitted`)).body.data;
  const own = events.filter(({ data }: { data: { id: string } }) => response_ids.includes(data.id));
  expect(own).toHaveLength(2);
  expect(own[0].data.simulated).toBe(true);
});

test('follows the rules of the test', async () => {
  const ends = questions.map((question) =>
    question.id === 'paid'
      ? {
          ...question,
          logic: [
            { operator: 'equals', value: true, action: 'end' },
            { operator: 'equals', value: false, action: 'end' },
          ],
        }
      : question,
  );
  const testId = await newTest('survey', { questions: ends });
  const { response_ids } = await simulate(testId, { participants: 1 });
  expect(await answersOf(response_ids[0] as string)).toHaveLength(1);
});

test('gives a survey with follow-up questions a response and no session', async () => {
  const { response_ids, session_ids } = await simulate(await newTest('ai_survey'), { participants: 1 });
  expect([response_ids.length, session_ids.length]).toEqual([1, 0]);
});

test('completes the sessions of interviews', async () => {
  const live = await simulate(await newTest('live_interview'), { participants: 2 });
  expect(live.response_ids).toEqual([]);
  expect(live.session_ids).toHaveLength(2);
  const ai = await simulate(await newTest('ai_interview'), { participants: 1 });
  const session = (await ada.get(`/v1/engage/sessions/${ai.session_ids[0]}`)).body.data;
  expect(session).toMatchObject({
    kind: 'ai',
    status: 'completed',
    simulated: true,
    response_id: ai.response_ids[0],
  });
  const events = (await ada.get(`/v1/events?project_id=${project}&type=engage.session.completed`)).body.data;
  expect(events.map(({ data }: { data: { simulated: boolean } }) => data.simulated)).toEqual([
    true,
    true,
    true,
  ]);
});

test.each([
  { participants: 0 },
  { participants: 51 },
  {},
  { participants: 1, seed: -1 },
  { participants: 1.5 },
])('refuses %j', async (body) => {
  expect((await ada.post(`/v1/engage/tests/${await newTest('survey')}/simulate`, body)).status).toBe(422);
});

test('refuses a test without questions', async () => {
  const testId = await newTest('survey', { questions: [] });
  const refused = await ada.post(`/v1/engage/tests/${testId}/simulate`, { participants: 1 });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details[0].field).toBe('test_id');
});
