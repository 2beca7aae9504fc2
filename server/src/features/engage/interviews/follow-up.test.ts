import { beforeAll, expect, test } from 'vitest';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

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
  expect((await mina.post(`/answers/${ids[0]}/follow-up`, {})).body.data).toEqual({
    question: null,
    answer: null,
  });
});

test('a follow-up to a question of another test is not found', async () => {
  const { mina } = await begin();
  const other = await begin();
  expect((await mina.post(`/answers/${other.ids[0]}/follow-up`, {})).status).toBe(404);
});

const printer = 'The printer in our office breaks every week and nobody repairs it.';

test('a changed answer removes its follow-up questions with their answers, and gets a new one', async () => {
  const { mina, ids } = await begin();
  const [like, stay, other] = ids;
  const ask = async (turn: number) => (await mina.post(`/answers/${like}/follow-up`, { turn })).body.data;
  await mina.answer(like, { text: liked });
  const { question: first } = await ask(0);
  await mina.answer(like, { turn: 1, text: 'They open in less than a second on my old phone.' });
  expect((await ask(1)).question).not.toBeNull();
  await mina.answer(like, { turn: 2, text: 'I read them on the train.' });

  await mina.answer(like, { text: printer });
  const late = await mina.answer(like, { turn: 1, text: 'An answer to the old question.' });
  expect(late).toMatchObject({ status: 422, body: { error: { details: [{ field: 'turn' }] } } });
  const second = await ask(0);
  expect(second).toMatchObject({ question: expect.stringContaining('?'), answer: null });
  expect(second.question).not.toBe(first);
  expect(await ask(1)).toEqual({ question: null, answer: null });

  await mina.answer(stay, { value: 5 });
  await mina.answer(other, { skipped: true });
  await mina.post('/submit');
  const { body } = await ada.get(`/v1/projects/${project}/responses`);
  const { answers } = body.data.find((response: { answers: { text: string }[] }) =>
    response.answers.some(({ text }) => text === printer),
  );
  expect(answers).toHaveLength(3);
  const texts = answers.map(({ text }: { text: string | null }) => text);
  expect(new Set(texts)).toEqual(new Set([printer, '5', null]));
});

test('an unchanged answer keeps its follow-up question and returns the answer to it', async () => {
  const { mina, ids } = await begin();
  const ask = async (turn: number) => (await mina.post(`/answers/${ids[0]}/follow-up`, { turn })).body.data;
  await mina.answer(ids[0], { text: liked });
  const { question } = await ask(0);
  await mina.answer(ids[0], { turn: 1, text: 'They open at once.' });
  await mina.answer(ids[0], { text: liked });
  expect(await ask(0)).toEqual({
    question,
    answer: expect.objectContaining({ turn: 1, text: 'They open at once.', skipped: false }),
  });
  await mina.answer(ids[0], { skipped: false, text: printer });
  await mina.answer(ids[0], { text: liked });
  expect(await ask(0)).toEqual({ question, answer: null });
});

test('a changed answer to a follow-up question removes only the later ones', async () => {
  const { mina, ids } = await begin();
  const ask = async (turn: number) => (await mina.post(`/answers/${ids[0]}/follow-up`, { turn })).body.data;
  await mina.answer(ids[0], { text: liked });
  const { question } = await ask(0);
  await mina.answer(ids[0], { turn: 1, text: 'They open in less than a second on my old phone.' });
  await ask(1);
  await mina.answer(ids[0], { turn: 2, text: 'I read them on the train.' });
  await mina.answer(ids[0], { turn: 1, text: printer });
  expect((await ask(0)).question).toBe(question);
  expect((await ask(1)).answer).toBeNull();
});

test('concurrent changes and follow-up questions leave no question about withdrawn words', async () => {
  const { mina, ids } = await begin();
  const other = await begin();
  const ask = async ({ mina: participant, ids: [id] }: Awaited<ReturnType<typeof begin>>) =>
    (await participant.post(`/answers/${id}/follow-up`, { turn: 0 })).body.data.question;
  await other.mina.answer(other.ids[0], { text: printer });
  const expected = await ask(other);
  for (let round = 0; round < 10; round++) {
    await mina.answer(ids[0], { text: liked });
    const raced = await Promise.all([
      mina.post(`/answers/${ids[0]}/follow-up`, { turn: 0 }),
      mina.answer(ids[0], { text: printer }),
      mina.answer(ids[0], { turn: 1, text: 'About the old words.' }),
      mina.post(`/answers/${ids[0]}/follow-up`, { turn: 0 }),
    ]);
    expect(raced.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    expect(await ask({ mina, ids })).toBe(expected);
  }
});
