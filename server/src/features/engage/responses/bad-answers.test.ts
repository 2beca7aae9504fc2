import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, type TestResponse } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { abandonIdleResponses } from './abandon.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T10:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const survey = {
  questions: [
    { type: 'open', text: 'Why?' },
    { type: 'rating', text: 'How easy?' },
  ],
};
const publish = (body: object = survey) => publishTest(ada, project, body);
const link = (made: { share_url: string }) => openLink(parley, made.share_url);
const faults = (response: TestResponse) => {
  expect(response).toMatchObject({ status: 422, body: { error: { code: 'validation_failed' } } });
  return response.body.error.details;
};
const fields = (response: TestResponse): string[] =>
  faults(response).map(({ field }: { field: string }) => field);
const answersOf = async (made: { id: string }) =>
  (await ada.get(`/v1/tests/${made.id}/responses`)).body.data[0].answers;

describe('an answer', () => {
  test('refuses an answer of the wrong type or with an unknown field, and changes nothing', async () => {
    const made = await publish();
    const [why, easy] = made.questions;
    const person = await link(made).start();
    expect(fields(await person.answer(easy.id, { value: 'five' }))).toEqual(['value']);
    expect(fields(await person.answer(easy.id, { value: 9 }))).toEqual(['value']);
    expect(fields(await person.answer(why.id, { text: 'x', extra: 1 }))).toEqual(['extra']);
    expect(fields(await person.answer(why.id, { option_ids: [easy.id] }))).toContain('option_ids');
    expect(fields(await person.answer(why.id, { text: 'x', turn: 1 }))).toEqual(['turn']);
    expect(fields(await person.answer(why.id, { text: 'x', duration_seconds: -1 }))).toEqual([
      'duration_seconds',
    ]);
    expect(await answersOf(made)).toEqual([]);
  });

  test('an answer to a question of another test or of no test gets 404', async () => {
    const other = await publish();
    const person = await link(await publish()).start();
    expect((await person.answer(other.questions[0].id, { text: 'x' })).status).toBe(404);
    expect((await person.answer('q_01k9p3v7e8r5ys1q2w4x6z8abc', { text: 'x' })).status).toBe(404);
    expect((await person.answer('nonsense', { text: 'x' })).status).toBe(404);
    expect((await person.get(`/questions/${other.questions[0].id}`)).status).toBe(404);
  });

  test('refuses an answer of a megabyte, and stores one of 10,000 characters', async () => {
    const made = await publish();
    const person = await link(made).start();
    expect(fields(await person.answer(made.questions[0].id, { text: 'x'.repeat(1_100_000) }))).toEqual([
      'body',
    ]);
    expect(fields(await person.answer(made.questions[0].id, { text: 'x'.repeat(10_001) }))).toEqual(['text']);
    const long = '🙂'.repeat(10_000);
    expect((await person.answer(made.questions[0].id, { text: long })).status).toBe(200);
    expect((await answersOf(made))[0].text).toBe(long);
  });

  test('an answer with script in it is stored as it is', async () => {
    const made = await publish();
    const person = await link(made).start();
    const text = '<script>alert(document.cookie)</script>';
    await person.answer(made.questions[0].id, { text });
    expect((await answersOf(made))[0].text).toBe(text);
  });

  test('changes nothing when an answer is sent again, and a changed answer keeps its id', async () => {
    const made = await publish();
    const person = await link(made).start();
    await person.answer(made.questions[0].id, { text: 'First' });
    const [before] = await parley.db.query<{ id: string; updated_at: Date }>(sql`
      select a.id, a.updated_at from answers a where a.question_id = ${made.questions[0].id}`);
    clock.advance(1000);
    await person.answer(made.questions[0].id, { text: 'First' });
    const rows = await parley.db.query(sql`
      select a.id, a.updated_at from answers a where a.question_id = ${made.questions[0].id}`);
    expect(rows).toEqual([before]);
    await person.answer(made.questions[0].id, { text: 'Second' });
    expect(await answersOf(made)).toMatchObject([{ id: before?.id, text: 'Second' }]);
  });

  test('an answer from two tabs at once is one answer', async () => {
    const made = await publish();
    const person = await link(made).start();
    const id = made.questions[0].id;
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) => person.answer(id, { text: `Tab ${i % 2}` })),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    const answers = await answersOf(made);
    expect(answers).toHaveLength(1);
    expect(answers[0].text).toMatch(/^Tab [01]$/);
  });

  test('an answer before the start is refused', async () => {
    const made = await publish();
    expect(fields(await link(made).answer(made.questions[0].id, { text: 'x' }))).toEqual(['link']);
    expect(fields(await link(made).post('/submit'))).toEqual(['link']);
  });
});

describe('a test that is not live', () => {
  test('refuses answers while it is paused and accepts them afterwards, even from a link that a node has cached', async () => {
    const made = await publish();
    const person = await link(made).start();
    const id = made.questions[0].id;
    expect((await person.answer(id, { text: 'Before' })).status).toBe(200);
    await ada.post(`/v1/engage/tests/${made.id}/pause`);
    expect(faults(await person.answer(id, { text: 'Meanwhile' }))[0].message).toContain('paused');
    expect((await person.get('/test')).body.data.state).toBe('paused');
    await ada.post(`/v1/engage/tests/${made.id}/resume`);
    expect((await person.answer(id, { text: 'After' })).status).toBe(200);
    await ada.post(`/v1/engage/tests/${made.id}/close`);
    expect(faults(await person.answer(id, { text: 'Late' }))[0].message).toContain('closed');
    expect(faults(await person.post('/submit'))[0].message).toContain('closed');
    expect(faults(await link(made).post('/response'))[0].message).toContain('closed');
    expect((await answersOf(made))[0].text).toBe('After');
  });

  test('refuses everything after the end of the deadline’s day in the participant’s timezone', async () => {
    clock.set(new Date('2026-11-17T10:00:00Z'));
    const made = await publish({ ...survey, postDetails: { deadline: '2026-11-17' } });
    const id = made.questions[0].id;
    const start = async (timezone: string) => link(made).start({ timezone });
    const [kiritimati, honolulu] = [
      await openLink(parley, made.share_url).get('/test', { 'x-timezone': 'Pacific/Kiritimati' }),
      await start('Pacific/Honolulu'),
    ];
    // The day ended at 10:00 UTC in UTC+14.
    expect(kiritimati.body.data).toMatchObject({
      state: 'deadline_passed',
      test: { deadline: '2026-11-17', deadline_ends_at: '2026-11-17T10:00:00.000Z' },
    });
    expect(fields(await link(made).post('/response', { timezone: 'Pacific/Kiritimati' }))).toEqual(['link']);
    clock.set(new Date('2026-11-18T09:59:59Z'));
    expect((await honolulu.answer(id, { text: 'In time' })).status).toBe(200);
    clock.set(new Date('2026-11-18T10:00:00Z'));
    expect(faults(await honolulu.answer(id, { text: 'Too late' }))[0].message).toContain('deadline');
    expect(faults(await honolulu.post('/submit'))[0].message).toContain('deadline');
    clock.set(new Date('2026-11-17T10:00:00Z'));
  });
});

describe('a submission', () => {
  test('a submission by ten clients at once is one event, one completed response and one count', async () => {
    const made = await publish();
    const person = await link(made).start();
    await person.answer(made.questions[0].id, { text: 'Because.' });
    const sent = await Promise.all(Array.from({ length: 10 }, () => person.post('/submit')));
    for (const { body } of sent) expect(body.data).toEqual({ status: 'completed', redirect_url: null });
    const events = await parley.db.query(sql`
      select 1 from events where type = 'test.response.submitted' and convert_from(body, 'utf8') like ${`%${made.id}%`}`);
    expect(events).toHaveLength(1);
    expect((await ada.get(`/v1/tests/${made.id}`)).body.data.completed_count).toBe(1);
  });

  test('a submission and an answer at the same time: the answer is in the response, or it is refused', async () => {
    const made = await publish();
    const id = made.questions[0].id;
    for (let round = 0; round < 8; round++) {
      clock.advance(1);
      const person = await link(made).start();
      await person.answer(id, { text: 'First' });
      const [answered] = await Promise.all([person.answer(id, { text: 'Second' }), person.post('/submit')]);
      const [response] = (await ada.get(`/v1/tests/${made.id}/responses?limit=1`)).body.data;
      const [event] = (await ada.get(`/v1/events?type=test.response.submitted&limit=1`)).body.data;
      expect(response.answers[0].text).toBe(answered.status === 200 ? 'Second' : 'First');
      expect(event.data.answers).toEqual(response.answers);
    }
  });

  test('a submission without a required answer is refused with one row for each question', async () => {
    const made = await publish({
      questions: [
        { type: 'open', text: 'One?', required: true },
        { type: 'open', text: 'Two?' },
        { type: 'open', text: 'Three?', required: true },
      ],
    });
    const person = await link(made).start();
    const [one, , three] = made.questions;
    expect(fields(await person.post('/submit'))).toEqual([`questions.${one.id}`, `questions.${three.id}`]);
    expect(fields(await person.answer(one.id, { skipped: true }))).toEqual(['skipped']);
  });

  test('flags a submission if the same long text is in another response', async () => {
    const made = await publish();
    const take = async (text: string) => {
      const person = await link(made).start();
      await person.answer(made.questions[0].id, { text, pasted: text.startsWith('P') });
      await person.post('/submit');
      return (await ada.get(`/v1/tests/${made.id}/responses?limit=1`)).body.data[0].quality;
    };
    expect(await take('I looked for the total with shipping.')).toEqual({ score: 1, flags: [] });
    clock.advance(1);
    const copied = await take('I LOOKED for the total with shipping.');
    expect(copied.flags).toEqual([
      { code: 'duplicate_text', reason: '1 answer had the same text as another response.' },
    ]);
    clock.advance(1);
    expect((await take('Pasted')).flags.map(({ code }: { code: string }) => code)).toEqual(['pasted']);
  });
});

describe('a response without an answer for a week', () => {
  test('abandons a response without an answer for a week, and continues it when the participant returns', async () => {
    const made = await publish();
    const id = made.questions[0].id;
    const [idle, busy] = [await link(made).start(), await link(made).start()];
    clock.advance(4 * 86_400_000);
    await busy.answer(id, { text: 'Still here' });
    clock.advance(4 * 86_400_000);
    await abandonIdleResponses(parley.db, clock.now());
    const statuses = async () =>
      (await ada.get(`/v1/tests/${made.id}/responses`)).body.data
        .map(({ status }: { status: string }) => status)
        .sort();
    expect(await statuses()).toEqual(['abandoned', 'in_progress']);
    expect((await idle.get('/test')).body.data.state).toBe('in_progress');
    expect((await idle.answer(id, { text: 'Back' })).status).toBe(200);
    expect(await statuses()).toEqual(['in_progress', 'in_progress']);
    clock.set(new Date('2026-11-17T10:00:00Z'));
  });
});

describe('a link', () => {
  test('returns 401 for the link of a deleted test or project', async () => {
    const made = await publish();
    await ada.delete(`/v1/tests/${made.id}`);
    expect((await link(made).get('/test')).status).toBe(401);
  });

  test('returns 401 for a link that does not exist, and 429 for too many guesses from one address', async () => {
    const guess = (n: number) =>
      openLink(parley, `${'x'.repeat(28)}${String(n).padStart(4, '0')}`).get('/test');
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n)));
    const statuses = guesses.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30);
    const refused = guesses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    // A real link of the same address still works.
    expect((await link(await publish()).get('/test')).status).toBe(200);
  });

  test('stops at once when it is revoked or its project is deleted, even on a node that remembers it', async () => {
    const made = await publishTest(ada, project, { questions: [{ type: 'open', text: 'Why?' }] });
    const [why] = made.questions;
    const person = await openLink(parley, made.share_url).start();
    expect((await person.answer(why.id, { text: 'First.' })).status).toBe(200);
    expect((await person.answer(why.id, { text: 'Second.' })).status).toBe(200);
    const link = sql`update participant_links set revoked_at = now() where test_id = ${made.id}`;
    await parley.db.query(link);
    const refused = await person.answer(why.id, { text: 'Third.' });
    expect([refused.status, refused.body.error.details[0].field]).toEqual([422, 'link']);
    await parley.db.query(sql`update participant_links set revoked_at = null where test_id = ${made.id}`);
    expect((await person.answer(why.id, { text: 'Fourth.' })).status).toBe(200);
    await parley.db.query(sql`
      update projects set deleted_at = now() where id = (select project_id from tests where id = ${made.id})`);
    expect((await person.answer(why.id, { text: 'Fifth.' })).status).toBe(401);
    await parley.db.query(sql`
      update projects set deleted_at = null where id = (select project_id from tests where id = ${made.id})`);
    const stored = await parley.db.query(sql`
      select a.text from answers a join responses r on r.id = a.response_id where r.test_id = ${made.id}`);
    expect(stored).toEqual([{ text: 'Fourth.' }]);
  });

  test('refuses a revoked link on every route that writes', async () => {
    const made = await publish();
    const person = await link(made).start();
    await person.answer(made.questions[0].id, { text: 'x' });
    await parley.db.query(sql`update participant_links set revoked_at = now() where test_id = ${made.id}`);
    expect((await person.get('/test')).body.data.state).toBe('revoked');
    expect(fields(await person.answer(made.questions[0].id, { text: 'y' }))).toEqual(['link']);
    expect(fields(await person.post('/submit'))).toEqual(['link']);
    expect(fields(await person.post('/response'))).toEqual(['link']);
  });
});

test('a participant costs one credit, and none is left on the free plan', async () => {
  const bea = await parley.account({ plan: 'basic' });
  const own = (await bea.post('/v1/projects', { name: 'Own' })).body.data.id;
  const made = await publishTest(bea, own, survey);
  const person = await link(made).start();
  await person.post('/response');
  await person.answer(made.questions[0].id, { text: 'Starts' });
  expect((await bea.get('/v1/usage')).body.data.credits.engage_participants.used).toBe(1);
  await bea.setPlan('free');
  expect(await link(made).post('/response')).toMatchObject({
    status: 402,
    body: { error: { code: 'quota_exceeded' } },
  });
  expect((await person.answer(made.questions[0].id, { text: 'Goes on' })).status).toBe(200);
});
