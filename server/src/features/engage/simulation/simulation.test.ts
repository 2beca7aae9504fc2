import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ work: true });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Sandbox' })).body.data.id;
});

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

test('lists and counts leave simulated records out, and lists return only them with simulated=true', async () => {
  const testId = await newTest('live_interview', { scheduling: { timezone: 'UTC', duration_minutes: 30 } });
  const { session_ids } = await simulate(testId, { participants: 1 });
  const survey = await newTest('survey');
  const { response_ids } = await simulate(survey, { participants: 1 });
  expect((await ada.post(`/v1/engage/tests/${survey}/publish`)).status).toBe(200);
  const invited = await ada.post(`/v1/engage/tests/${survey}/invitations`, {
    participants: [{ email: 'grace@example.com' }, { email: 'simulated@example.com' }],
  });
  // No simulation creates invitations, so the test marks one.
  const [real, simulated] = invited.body.data;
  await parley.db.query(sql`update invitations set simulated = true where id = ${simulated.id}`);

  const ids = async (path: string) => (await ada.get(path)).body.data.map(({ id }: { id: string }) => id);
  const [session] = session_ids;
  const [response] = response_ids;
  const person = (await ada.get(`/v1/responses/${response}`)).body.data.participant.id;
  for (const [path, shown, hidden] of [
    [`/v1/tests/${survey}/responses`, undefined, response],
    [`/v1/projects/${project}/responses`, undefined, response],
    [`/v1/engage/tests/${testId}/sessions`, undefined, session],
    ['/v1/engage/sessions', undefined, session],
    [`/v1/engage/tests/${survey}/invitations`, real.id, simulated.id],
    [`/v1/projects/${project}/participants`, real.participant_id, person],
  ]) {
    for (const query of ['', '?simulated=false']) {
      const listed = await ids(path + query);
      expect(listed, path).not.toContain(hidden);
      if (shown) expect(listed, path).toContain(shown);
    }
    const listed = await ids(`${path}?simulated=true`);
    expect(listed, path).toContain(hidden);
    expect(listed, path).not.toContain(shown);
  }
  expect((await ada.get(`/v1/engage/tests/${testId}`)).body.data).toMatchObject({ session_count: 0 });
  expect((await ada.get(`/v1/participants/${person}`)).body.data).toMatchObject({
    simulated: true,
    invitation_count: 0,
    session_count: 0,
    response_count: 0,
  });
  expect((await ada.get(`/v1/projects/${project}`)).body.data).toMatchObject({ response_count: 0 });
});

test('a job that runs again after a crash adds no participants to those that are done', async () => {
  const testId = await newTest('ai_interview');
  const { response_ids, session_ids } = await simulate(testId, { participants: 2, seed: 3 });
  const [job] = await parley.db.query<{ id: string }>(sql`
    update jobs set status = 'queued', result = null, finished_at = null
     where type = 'simulation' and input ->> 'test_id' = ${testId} returning id`);
  await parley.db.query(sql`
    insert into tasks (kind, workspace_id, subject) values ('job.simulation', ${ada.workspace_id}, ${job?.id})`);
  const again = (await ada.get(`/v1/jobs/${job?.id}?wait_seconds=30`)).body.data;
  expect(again).toMatchObject({ status: 'succeeded', result: { response_ids, session_ids } });
  const responses = await parley.db.query(sql`select 1 from responses where test_id = ${testId}`);
  expect(responses).toHaveLength(2);
  const sessions = (await ada.get(`/v1/engage/tests/${testId}/sessions?simulated=true`)).body.data;
  expect(sessions).toHaveLength(2);
  for (const session of sessions) expect(session.timezone).toBe(session.participant.timezone);
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
  const completed = [...live.session_ids, ...ai.session_ids];
  const own = events.filter(({ data }: { data: { id: string } }) => completed.includes(data.id));
  expect(own.map(({ data }: { data: { simulated: boolean } }) => data.simulated)).toEqual([true, true, true]);
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
