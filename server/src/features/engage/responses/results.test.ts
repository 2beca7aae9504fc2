import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { toNps } from './results.ts';

let project: string;

const clock = createTestClock(new Date('2026-11-17T10:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

describe('the results of a test', () => {
  test('summarize completed responses by question, without simulated and screened-out ones', async () => {
    const made = await publishTest(ada, project, {
      screener: {
        questions: [
          {
            type: 'yes_no',
            text: 'Customer?',
            logic: [{ operator: 'equals', value: false, action: 'screen_out' }],
          },
        ],
      },
      questions: [
        { type: 'rating', text: 'How easy?' },
        { type: 'nps', text: 'Recommend?' },
        { type: 'multi_choice', text: 'Which?', options: ['A', 'B', 'C'] },
        { type: 'ranking', text: 'Order?', options: ['X', 'Y'] },
        { type: 'open', text: 'Why?' },
        { type: 'statement', text: 'Thank you.' },
      ],
    });
    const [easy, nps, which, order, why] = made.questions;
    const customer = made.screener.questions[0].id;
    const take = async (qualifies: boolean, values: [number, number, number[], number[]] | undefined) => {
      const person = await openLink(parley, made.share_url).start();
      await person.answer(customer, { value: qualifies });
      if (!values) return person;
      const [easyValue, npsValue, chosen, ranked] = values;
      await person.answer(easy.id, { value: easyValue });
      await person.answer(nps.id, { value: npsValue });
      await person.answer(which.id, { option_ids: chosen.map((i) => which.options.at(i).id) });
      await person.answer(order.id, { option_ids: ranked.map((i) => order.options.at(i).id) });
      await person.answer(why.id, { skipped: true });
      clock.advance(60_000);
      expect((await person.post('/submit')).status).toBe(200);
      return person;
    };
    await take(true, [5, 10, [0, 1], [0, 1]]);
    await take(true, [4, 7, [0], [1, 0]]);
    await take(true, [1, 3, [2], [0, 1]]);
    await take(false, undefined);
    await take(true, undefined);
    const simulated = await take(true, [1, 0, [0], [0, 1]]);
    const { response } = (await simulated.get('/test')).body.data;
    await parley.db.query(sql`update responses set simulated = true where id = ${response.id}`);

    const results = await ada.get(`/v1/tests/${made.id}/results`);
    expect(results.status).toBe(200);
    expect(results.body.data).toMatchObject({
      test_id: made.id,
      response_count: 5,
      in_progress: 1,
      completed: 3,
      screened_out: 1,
      abandoned: 0,
      flagged: 0,
      median_duration_seconds: 60,
      screener: {
        started: 5,
        screened_out: 1,
        qualified: 3,
        questions: [{ question_id: customer, answered: 5, screened_out: 1 }],
      },
    });
    const [first, second, third, fourth, fifth, ...rest] = results.body.data.questions;
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ answered: 3, skipped: 0, mean: 3.3333, median: 4, nps: null });
    expect(first.distribution.map((bin: { count: number }) => bin.count)).toEqual([1, 0, 0, 1, 1]);
    expect(second.nps).toEqual({ score: 0, promoters: 1, passives: 1, detractors: 1 });
    expect(second.distribution).toHaveLength(11);
    expect(third.distribution).toMatchObject([
      { label: 'A', count: 2, share: 0.6667 },
      { label: 'B', count: 1 },
      { label: 'C', count: 1 },
    ]);
    expect(fourth.distribution).toMatchObject([
      { label: 'X', mean_rank: 1.3333 },
      { label: 'Y', mean_rank: 1.6667 },
    ]);
    expect(fifth).toMatchObject({ answered: 0, skipped: 3, distribution: [], mean: null });
  });

  test('returns empty results for a draft', async () => {
    const draft = await ada.post(`/v1/projects/${project}/tests`, {
      name: 'A draft',
      type: 'survey',
      questions: [{ type: 'yes_no', text: 'Yes?' }],
    });
    const { data } = (await ada.get(`/v1/tests/${draft.body.data.id}/results`)).body;
    expect(data).toMatchObject({ response_count: 0, screener: null, median_duration_seconds: null });
    expect(data.questions[0]).toMatchObject({
      answered: 0,
      distribution: [
        { value: true, label: 'Yes', count: 0, share: 0 },
        { value: false, label: 'No', count: 0, share: 0 },
      ],
    });
  });
});

test.each([
  [{ 10: 5 }, 100],
  [{ 0: 3 }, -100],
  [{ 9: 1, 8: 1, 6: 1 }, 0],
  [{ 10: 2, 7: 1 }, 67],
])('the NPS of %j is %i', (counts, score) => {
  const values = Object.entries(counts).map(([key, count]) => ({ key, count }));
  expect(
    toNps(
      values,
      values.reduce((sum, { count }) => sum + count, 0),
    ).score,
  ).toBe(score);
});
