import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, type TestResponse } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T10:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const publish = (body: object) => publishTest(ada, project, body);
const fields = (response: TestResponse): string[] => {
  expect(response).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
  return response.body.error.details.map(({ field }: { field: string }) => field);
};
const submitted = async (responseId: string) => {
  const { body } = await ada.get(`/v1/events?type=test.response.submitted&project_id=${project}&limit=100`);
  return body.data.filter(({ data }: { data: { id: string } }) => data.id === responseId);
};

const survey = {
  questions: [
    {
      id: 'easy',
      type: 'rating',
      text: 'How easy was it?',
      required: true,
      logic: [{ operator: 'at_least', value: 4, action: 'go_to', question_id: 'else' }],
    },
    { type: 'open', text: 'What was hard?' },
    { id: 'else', type: 'single_choice', text: 'How did you pay?', options: ['By card', 'By invoice'] },
  ],
};

describe('a participant with the open link', () => {
  test('sees the test, starts, answers, goes back and submits', async () => {
    const made = await publish({
      ...survey,
      redirect_url: 'https://example.com/thanks',
      postDetails: { title: 'Checkout', estimated_minutes: 5 },
      consent: { text: 'We store your answers.', recording: false },
    });
    const [easy, hard, paid] = made.questions;
    const open = openLink(parley, made.share_url);
    const seen = await open.get('/test');
    expect(seen.body.data).toMatchObject({
      state: 'ready',
      response: null,
      test: {
        title: 'Checkout',
        question_count: 3,
        estimated_minutes: 5,
        redirect_url: null,
        type: 'survey',
      },
    });
    expect(fields(await open.post('/response', {}))).toEqual(['consent_version']);
    const started = await open.post('/response', {
      consent_version: 1,
      timezone: 'Asia/Tokyo',
      locale: 'ja-JP',
      device: { kind: 'mobile', os: 'iOS', browser: 'Safari' },
      name: 'Mina',
      email: 'mina@example.com',
    });
    expect(started).toMatchObject({
      status: 201,
      body: { data: { status: 'in_progress', consented: true } },
    });
    expect(started.body.data.question).toMatchObject({ id: easy.id, type: 'rating', in_screener: false });
    expect(started.body.data.question).not.toHaveProperty('logic');

    const mina = openLink(parley, started.body.data.token);
    const low = await mina.answer(easy.id, { value: 2, duration_seconds: 4.5 });
    expect(low.body.data).toMatchObject({
      next: { id: hard.id },
      next_answer: null,
      status: 'in_progress',
      progress: { answered: 1, total: 3 },
    });
    await mina.answer(hard.id, { text: 'The total was hidden.' });
    const back = await mina.get(`/questions/${easy.id}`);
    expect(back.body.data).toMatchObject({ answer: { value: 2 }, previous_question_id: null });
    const again = await mina.answer(easy.id, { value: 2 });
    expect(again.body.data).toMatchObject({
      next: { id: hard.id },
      next_answer: { question_id: hard.id, turn: 0, value: 'The total was hidden.', skipped: false },
    });
    const high = await mina.answer(easy.id, { value: 5 });
    expect(high.body.data).toMatchObject({
      next: { id: paid.id },
      next_answer: null,
      progress: { answered: 1, total: 2 },
    });
    clock.advance(1);
    expect((await mina.answer(paid.id, { option_ids: [paid.options[0].id] })).body.data.next).toBeNull();

    clock.advance(89_999);
    const done = await mina.post('/submit');
    expect(done.body.data).toEqual({ status: 'completed', redirect_url: 'https://example.com/thanks' });
    expect((await mina.post('/submit')).body.data).toEqual(done.body.data);
    const after = (await mina.get('/test')).body.data;
    expect(after).toMatchObject({
      state: 'completed',
      test: { redirect_url: 'https://example.com/thanks' },
      response: { status: 'completed', question: null, answers: [] },
    });

    const response = (await ada.get(`/v1/responses/${started.body.data.id}`)).body.data;
    expect(response).toMatchObject({
      number: 1,
      status: 'completed',
      test_version: 1,
      duration_seconds: 90,
      participant: { name: 'Mina', email: 'mina@example.com', timezone: 'Asia/Tokyo', locale: 'ja-JP' },
      consent: { version: 1 },
      quality: { score: 1, flags: [] },
    });
    // The answer that is not on the path in the end is left out.
    expect(response.answers.map((a: { question_id: string }) => a.question_id)).toEqual([easy.id, paid.id]);
    expect(response.answers[1]).toMatchObject({ value: 'By card', text: 'By card' });
    const events = await submitted(response.id);
    expect(events).toHaveLength(1);
    expect(events[0].data).toEqual(response);
    const counted = (await ada.get(`/v1/tests/${made.id}`)).body.data;
    expect(counted).toMatchObject({ response_count: 1, completed_count: 1, median_duration_seconds: 90 });
  });

  test('gets a new response on each visit, even with the same address', async () => {
    const made = await publish(survey);
    const open = openLink(parley, made.share_url);
    const visits = [];
    for (const body of [{ email: 'one@example.com' }, {}, { email: 'ONE@example.com' }])
      visits.push((await open.post('/response', body)).body.data.id);
    expect(new Set(visits).size).toBe(3);
    expect((await ada.get(`/v1/tests/${made.id}/responses`)).body.data).toHaveLength(3);
  });

  test('creates one response if the browser repeats the request with its key', async () => {
    const open = openLink(parley, (await publish(survey)).share_url);
    const key = { 'idempotency-key': '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b' };
    const [first, again] = await Promise.all([
      open.post('/response', {}, key),
      open.post('/response', {}, key),
    ]);
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  test('refuses new participants when the test has enough, and those who started continue', async () => {
    const made = await publish({ ...survey, postDetails: { target_participants: 1 } });
    const open = openLink(parley, made.share_url);
    const [first, second] = [await open.start(), await open.start()];
    expect((await first.answer(made.questions[0].id, { value: 5 })).status).toBe(200);
    expect((await open.get('/test')).body.data.state).toBe('full');
    expect(fields(await open.post('/response'))).toEqual(['link']);
    expect((await second.answer(made.questions[0].id, { value: 4 })).status).toBe(200);
  });

  test('remains open for others after a visit without an answer, or with skipped questions only', async () => {
    const made = await publish({
      questions: [{ type: 'rating', text: 'How easy was it?' }],
      postDetails: { target_participants: 1 },
    });
    const open = openLink(parley, made.share_url);
    await open.start();
    const skipping = await open.start();
    expect((await skipping.answer(made.questions[0].id, { skipped: true })).status).toBe(200);
    expect((await open.get('/test')).body.data.state).toBe('ready');
    await (await open.start()).answer(made.questions[0].id, { value: 5 });
    expect((await open.get('/test')).body.data.state).toBe('full');
  });
});

describe('a personal link', () => {
  test('continues on another device with everything that was saved', async () => {
    const made = await publish(survey);
    const phone = await openLink(parley, made.share_url).start();
    await phone.answer(made.questions[0].id, { value: 2 });
    const laptop = openLink(parley, phone.token);
    const resumed = await laptop.post('/response');
    expect(resumed).toMatchObject({ status: 201, body: { data: { token: null, number_answered: 1 } } });
    expect(resumed.body.data.question.id).toBe(made.questions[1].id);
    expect((await laptop.get('/test')).body.data).toMatchObject({
      state: 'in_progress',
      response: { answers: [{ question_id: made.questions[0].id, value: 2 }], can_go_back: true },
    });
  });
});

describe('a screener', () => {
  const screened = {
    screener: {
      questions: [
        {
          type: 'yes_no',
          text: 'Have you paid here before?',
          required: true,
          logic: [{ operator: 'equals', value: false, action: 'screen_out' }],
        },
      ],
    },
    questions: [{ type: 'open', text: 'Why?' }],
  };

  test('ends the response of someone who does not qualify, without an event', async () => {
    const made = await publish(screened);
    const person = await openLink(parley, made.share_url).start();
    const question = (await person.get('/test')).body.data.response.question;
    expect(question).toMatchObject({ type: 'yes_no', in_screener: true });
    const ended = await person.answer(question.id, { value: false });
    expect(ended.body.data).toMatchObject({ next: null, status: 'screened_out' });
    expect((await person.get('/test')).body.data.state).toBe('screened_out');
    expect(fields(await person.answer(question.id, { value: true }))).toEqual(['link']);
    expect((await person.post('/submit')).body.data).toEqual({ status: 'screened_out', redirect_url: null });
    const [response] = (await ada.get(`/v1/tests/${made.id}/responses`)).body.data;
    expect(response).toMatchObject({
      status: 'screened_out',
      answers: [{ in_screener: true, value: false }],
    });
    expect(await submitted(response.id)).toEqual([]);
    expect((await ada.get(`/v1/tests/${made.id}`)).body.data.screened_out_count).toBe(1);
  });

  test('a screener and statements are not counted as questions', async () => {
    const made = await publish({
      ...screened,
      questions: [
        { type: 'statement', text: 'Welcome.' },
        { type: 'open', text: 'Why?' },
        { type: 'open', text: 'Since when?' },
      ],
    });
    const person = await openLink(parley, made.share_url).start();
    const { test, response } = (await person.get('/test')).body.data;
    expect(test.question_count).toBe(2);
    expect(response).toMatchObject({
      question: { number: null },
      progress: { answered: 0, total: 4, question_count: 2 },
    });
    const [statement, why, since] = made.questions;
    expect((await person.answer(response.question.id, { value: true })).body.data.next).toMatchObject({
      id: statement.id,
      number: null,
    });
    const first = await person.answer(statement.id, {});
    expect(first.body.data).toMatchObject({
      next: { id: why.id, number: 1 },
      progress: { answered: 2, total: 4, question_count: 2 },
    });
    await person.answer(why.id, { text: 'Because.' });
    const second = await person.get(`/questions/${since.id}`);
    expect(second.body.data).toMatchObject({ question: { number: 2 }, previous_question_id: why.id });
  });

  test('comes first: the questions after it are neither shown nor answered before it is passed', async () => {
    const two = [...screened.screener.questions, { type: 'yes_no', text: 'In a shop?', required: true }];
    const made = await publish({ ...screened, screener: { questions: two } });
    const person = await openLink(parley, made.share_url).start();
    const [why] = made.questions;
    const [paid, shop] = made.screener.questions;
    const refused = async () => {
      for (const response of [
        await person.get(`/questions/${why.id}`),
        await person.answer(why.id, { text: 'Because.' }),
      ])
        expect([response.status, response.body.error.details]).toEqual([
          422,
          [{ field: 'link', message: 'Answer the screener first.' }],
        ]);
    };
    await refused();
    expect((await person.get(`/questions/${paid.id}`)).status).toBe(200);
    await person.answer(paid.id, { value: true });
    await refused();
    expect(fields(await person.post('/submit'))).toEqual([`questions.${shop.id}`]);
    await person.answer(shop.id, { value: true });
    expect((await person.get(`/questions/${why.id}`)).status).toBe(200);
    expect((await person.answer(why.id, { text: 'Because.' })).status).toBe(200);
    await person.answer(paid.id, { value: false });
    const late = await person.answer(why.id, { text: 'Because.' });
    expect(late.body.error.details).toEqual([
      { field: 'link', message: 'This link was used: the screener ended the response.' },
    ]);
  });
});
