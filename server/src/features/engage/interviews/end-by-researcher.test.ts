import { beforeAll, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T10:00:00Z'));
const parley = useParley({ clock, work: true });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function begin() {
  const made = await publishTest(ada, project, {
    type: 'ai_interview',
    name: 'Planning',
    questions: [
      { type: 'open', text: 'How do you plan your week?', required: true },
      { type: 'open', text: 'What would you change?', required: true },
    ],
    moderator: { mode: 'ai', follow_up_depth: 0, max_minutes: 30 },
  });
  const started = await openLink(parley, made.share_url).post('/interview', { name: 'Mina' });
  const mina = openLink(parley, started.body.data.token);
  const [session] = (await ada.get(`/v1/engage/tests/${made.id}/sessions`)).body.data;
  return { mina, session, questionIds: made.questions.map(({ id }: { id: string }) => id) };
}
const said = 'I plan with my family every Sunday evening.';
const say = (mina: Awaited<ReturnType<typeof begin>>['mina'], text: string, client_turn: number) => {
  clock.advance(20_000);
  return mina.post('/interview/turns', { text, client_turn });
};
const complete = (sessionId: string) => ada.post(`/v1/engage/sessions/${sessionId}/complete`);
const eventsOf = async (type: string, id: string) => {
  const { body } = await ada.get(`/v1/events?type=${type}&project_id=${project}&limit=100`);
  return body.data.filter(({ data }: { data: { id: string } }) => data.id === id);
};

test('completing a running AI interview writes its transcript, summary and response, and emits both events once', async () => {
  const { mina, session, questionIds } = await begin();
  await say(mina, said, 1);
  clock.advance(20_000);
  const ends = await Promise.all([complete(session.id), complete(session.id), mina.post('/interview/end')]);
  expect(ends.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await mina.get('/interview')).body.data).toMatchObject({ status: 'ended' });
  expect((await say(mina, 'Something else.', 2)).status).toBe(422);

  const ended = await until(async () => {
    const { data } = (await ada.get(`/v1/engage/sessions/${session.id}`)).body;
    return data.status === 'completed' ? data : undefined;
  }, 'the session to be completed');
  expect(ended).toMatchObject({
    coverage: [
      { question_id: questionIds[0], status: 'covered' },
      { question_id: questionIds[1], status: 'missed' },
    ],
    summary: expect.stringContaining(said),
    recording_file_id: expect.stringMatching(/^fil_/),
    duration_seconds: 40,
  });
  const transcript = await ada.get(`/v1/files/${ended.recording_file_id}/transcript`);
  expect(transcript.text).toContain(said);
  const response = (await ada.get(`/v1/responses/${ended.response_id}`)).body.data;
  expect(response).toMatchObject({
    status: 'completed',
    session_id: session.id,
    submitted_at: ended.ended_at,
    answers: [{ question_id: questionIds[0], text: said }],
  });
  expect((await complete(session.id)).body.data).toMatchObject({ status: 'completed' });
  expect(await eventsOf('engage.session.completed', session.id)).toHaveLength(1);
  expect(await eventsOf('test.response.submitted', response.id)).toHaveLength(1);
});

test('returns 422 for an AI interview without an answer, and the participant can still answer', async () => {
  const { mina, session } = await begin();
  const refused = await complete(session.id);
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { details: [{ field: 'status', message: expect.stringContaining('not answered yet') }] } },
  });
  expect((await say(mina, said, 1)).status).toBe(200);
  expect((await ada.get(`/v1/engage/sessions/${session.id}`)).body.data.status).toBe('in_progress');
});
