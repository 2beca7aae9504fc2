import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';

let parley: TestParley;
let ada: Account;
let project: string;

beforeAll(async () => {
  parley = await startParley();
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(() => parley.stop());

const begin = async (type = 'ai_survey', follow_up_depth = 2) => {
  const made = await publishTest(ada, project, {
    type,
    questions: [
      { type: 'open', text: 'What do you like about the app?', required: true, follow_up: 'deep' },
      { type: 'rating', text: 'How likely are you to stay?', required: true, follow_up: 'light' },
      { type: 'open', text: 'Anything else?' },
    ],
    ...(type === 'ai_survey' ? { moderator: { mode: 'ai', follow_up_depth, max_minutes: 30 } } : {}),
  });
  return {
    mina: await openLink(parley, made.share_url).start(),
    ids: made.questions.map((q: { id: string }) => q.id),
  };
};
const liked = 'I like the weekly report because the charts load quickly.';

test('an AI survey asks follow-up questions, which are stored as answers of their question', async () => {
  const { mina, ids } = await begin();
  const [like, stay, other] = ids;
  const ask = async (id: string, turn: number) =>
    (await mina.post(`/answers/${id}/follow-up`, { turn })).body.data.question;
  expect(await ask(like, 0)).toBeNull();
  await mina.answer(like, { text: liked });
  const first = await ask(like, 0);
  expect(first).toMatch(/“[^”]+”.*\?$/);
  expect(await ask(like, 0)).toBe(first);

  const early = await mina.answer(like, { turn: 2, text: 'Too early.' });
  expect(early).toMatchObject({ status: 422, body: { error: { details: [{ field: 'turn' }] } } });
  const saved = await mina.answer(like, {
    turn: 1,
    text: 'They open in less than a second on my old phone.',
  });
  expect(saved.body.data.next.id).toBe(stay);
  expect(await ask(like, 1)).not.toBeNull();
  await mina.answer(like, { turn: 2, skipped: true });
  expect(await ask(like, 2)).toBeNull();

  await mina.answer(stay, { value: 2 });
  expect(await ask(stay, 0)).toContain('2');
  await mina.answer(stay, { turn: 1, text: 'The price.' });
  expect(await ask(stay, 1)).toBeNull();
  expect(await ask(other, 0)).toBeNull();

  expect((await mina.post('/submit')).body.data.status).toBe('completed');
  const { body } = await ada.get(`/v1/projects/${project}/responses`);
  const { answers } = body.data[0];
  const ofLike = answers.filter(({ question_id }: { question_id: string }) => question_id === like);
  expect(ofLike.map(({ question }: { question: string }) => question).slice(0, 2)).toEqual([
    'What do you like about the app?',
    first,
  ]);
  expect(ofLike[1]).toMatchObject({
    follow_up_of: ofLike[0].id,
    text: 'They open in less than a second on my old phone.',
  });
});

test('a survey without a moderator has no follow-up questions', async () => {
  const { mina, ids } = await begin('survey');
  await mina.answer(ids[0], { text: liked });
  expect((await mina.post(`/answers/${ids[0]}/follow-up`, {})).body.data).toEqual({ question: null });
});

test('a follow-up to a question of another test is not found', async () => {
  const { mina } = await begin();
  const other = await begin();
  expect((await mina.post(`/answers/${other.ids[0]}/follow-up`, {})).status).toBe(404);
});
