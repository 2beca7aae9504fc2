import { beforeAll, expect, test } from 'vitest';
import { until } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const parley = useParley({ work: true });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function submit(...texts: string[]): Promise<string> {
  const made = await publishTest(ada, project, {
    questions: texts.map((_, i) => ({ type: 'open', text: `Question ${i}?` })),
  });
  const person = await openLink(parley, made.share_url).start();
  for (const [i, text] of texts.entries()) await person.answer(made.questions.at(i).id, { text });
  expect((await person.post('/submit')).status).toBe(200);
  return (await ada.get(`/v1/tests/${made.id}/responses`)).body.data[0].id;
}
const isAnalyzed = (responseId: string) =>
  until(async () => {
    const tasks = await parley.db.query(sql`
      select 1 from tasks where kind = 'response.sentiment' and subject = ${responseId}`);
    return tasks.length === 0;
  }, 'the response to be analyzed');
const sentimentOf = async (responseId: string) =>
  (await ada.get(`/v1/responses/${responseId}`)).body.data.sentiment;

test('a completed response gets the tone of its texts, and can be changed at the same time', async () => {
  const id = await submit(
    'It crashed twice and I lost all my work. That was so frustrating.',
    'I clicked the button three times and nothing happened, so I gave up.',
  );
  await ada.patch(`/v1/responses/${id}`, { metadata: { seen: 'yes' } });
  await isAnalyzed(id);
  expect(await sentimentOf(id)).toMatchObject({ label: 'negative', score: expect.any(Number) });
  expect((await ada.get(`/v1/responses/${id}`)).body.data.metadata).toEqual({ seen: 'yes' });
  const pleased = await submit('I love the search, it is really fast and easy to use.');
  await isAnalyzed(pleased);
  expect((await sentimentOf(pleased)).label).toBe('positive');
});

test('a response in another language has no tone', async () => {
  const id = await submit(
    'Die Suche ist leider sehr langsam und ich habe die Seite deshalb nach einer Weile wieder geschlossen, weil nichts passiert ist.',
  );
  await isAnalyzed(id);
  expect(await sentimentOf(id)).toBeNull();
});

test('simulated responses are not analyzed', async () => {
  const made = await publishTest(ada, project, { questions: [{ type: 'open', text: 'Why?' }] });
  const { body } = await ada.post(`/v1/engage/tests/${made.id}/simulate`, { participants: 2, seed: 1 });
  const job = (await ada.get(`/v1/jobs/${body.data.id}?wait_seconds=30`)).body.data;
  expect(job.status).toBe('succeeded');
  for (const id of job.result.response_ids) expect(await sentimentOf(id)).toBeNull();
});
