import { beforeAll, describe, expect, test } from 'vitest';
import { openLink, type ParticipantClient, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

/** Answers that arrive at the same time are saved with one statement (ADR 27). */

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const questions = ['Why?', 'How?', 'When?'].map((text) => ({ type: 'open', text }));

async function startMany(count: number) {
  const made = await publishTest(ada, project, { questions });
  const people: ParticipantClient[] = [];
  for (let i = 0; i < count; i++) people.push(await openLink(parley, made.share_url).start());
  return { made, people, ids: made.questions.map(({ id }: { id: string }) => id) as string[] };
}

const storedTexts = async (testId: string) =>
  (
    await parley.db.query<{ text: string }>(sql`
      select a.text from answers a join responses r on r.id = a.response_id where r.test_id = ${testId}
       order by r.number, a.text`)
  ).map(({ text }) => text);

describe('answers that arrive at the same time', () => {
  test('stores all answers that arrive at the same time, and each participant gets their own answer, next question and progress', async () => {
    const { made, people, ids } = await startMany(8);
    const sent = await Promise.all(
      people.flatMap((person, i) => ids.map((id, n) => person.answer(id, { text: `Text ${i} ${n}` }))),
    );
    for (const [at, response] of sent.entries()) {
      const n = at % ids.length;
      expect(response).toMatchObject({
        status: 200,
        body: {
          data: {
            answer: { question_id: ids[n], text: `Text ${Math.floor(at / ids.length)} ${n}` },
            next: ids[n + 1] ? { id: ids[n + 1] } : null,
            progress: { total: 3 },
          },
        },
      });
    }
    expect(await storedTexts(made.id)).toEqual(
      people.flatMap((_, i) => ids.map((_id, n) => `Text ${i} ${n}`)),
    );
  });

  test('see the earlier answers of their own participant only', async () => {
    const { people, ids } = await startMany(6);
    const [first, second, third] = ids as [string, string, string];
    for (const [i, person] of people.entries()) {
      await person.answer(i % 2 ? second : first, { text: 'Earlier' });
      if (i % 2) await person.answer(third, { text: 'Earlier' });
    }
    const sent = await Promise.all(people.map((person) => person.answer(first, { text: 'Together' })));
    expect(sent.map(({ body }) => body.data.progress.answered)).toEqual([1, 3, 1, 3, 1, 3]);
  });

  test('do not fail because one of them has a revoked link or a submitted response', async () => {
    const { made, people, ids } = await startMany(4);
    const [id] = ids as [string];
    const [first, revoked, submitted, last] = people as [
      ParticipantClient,
      ParticipantClient,
      ParticipantClient,
      ParticipantClient,
    ];
    // Now the node remembers all four links.
    for (const person of people) await person.answer(id, { text: 'Before' });
    await parley.db.query(sql`
      update participant_links set revoked_at = now()
       where response_id = (select id from responses where test_id = ${made.id} and number = 2)`);
    await submitted.post('/submit');
    const sent = await Promise.all(
      [first, revoked, submitted, last].map((person) => person.answer(id, { text: 'After' })),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 422, 422, 200]);
    expect(sent[1]?.body.error.details[0].message).toBe('This link was revoked.');
    expect(await storedTexts(made.id)).toEqual(['After', 'Before', 'Before', 'After']);
  });

  test('do not wait for one whose response is locked', async () => {
    const { made, people, ids } = await startMany(3);
    const [id] = ids as [string];
    for (const person of people) await person.answer(id, { text: 'Before' });
    const locked = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const lock = parley.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from responses where test_id = ${made.id} and number = 2 for update`);
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    const sent = people.map((person) => person.answer(id, { text: 'After' }));
    expect((await sent[0])?.status).toBe(200);
    expect((await sent[2])?.status).toBe(200);
    expect(await storedTexts(made.id)).toEqual(['After', 'Before', 'After']);
    free.resolve();
    await lock;
    expect((await sent[1])?.status).toBe(200);
    expect(await storedTexts(made.id)).toEqual(['After', 'After', 'After']);
  });
});
