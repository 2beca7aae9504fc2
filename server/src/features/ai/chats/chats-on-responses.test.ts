import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { type Json, reportStudies } from '../../../../test/report-studies.ts';

let parley: TestParley;
let ada: Account;

beforeAll(async () => {
  parley = await startParley({ clock: createTestClock(), work: true });
  ada = await parley.account();
});
afterAll(() => parley.stop());

const { newProject, ended } = reportStudies(() => ada);

const answers = {
  Mina: 'The shipping costs only appeared on the last page, and that felt like a trick to me.',
  Tom: 'I left the shop because the parcel would have taken three weeks to arrive.',
};

/** A completed survey with one choice and one written answer of each person. */
async function survey(project: string): Promise<Record<string, string>> {
  const { share_url, questions } = await publishTest(ada, project, {
    name: 'Checkout survey',
    type: 'survey',
    questions: [
      { type: 'open', text: 'Why did you leave the shop?' },
      { type: 'single_choice', text: 'Which button?', options: [{ text: 'Green' }, { text: 'Purple' }] },
    ],
  });
  const ids: Record<string, string> = {};
  for (const [name, text] of Object.entries(answers)) {
    const started = await openLink(parley, share_url).post('/response', { name });
    const personal = openLink(parley, started.body.data.token);
    await personal.put(`/answers/${questions[0].id}`, { text });
    await personal.put(`/answers/${questions[1].id}`, { option_ids: [questions[1].options[1].id] });
    expect((await personal.post('/submit', {})).status).toBe(200);
    ids[name] = started.body.data.id;
  }
  return ids;
}

async function ask(project: string, message: string, body: object = {}): Promise<Json> {
  const accepted = await ada.post(`/v1/projects/${project}/chat`, { message, ...body });
  expect(accepted.status).toBe(202);
  const job = await ended(accepted.body.data.id);
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  return job.result;
}

test.each([
  ['Which colour of bicycle do astronauts paint?', /^The material does not contain an answer/],
  ['What did Bob say?', /^Nobody called Bob speaks in this material/],
  ['ok', /^This message has no words to look for/],
])('in a project with responses only, “%s” is declined instead of failing', async (message, content) => {
  const project = await newProject();
  await survey(project);
  const result = await ask(project, message);
  expect(result).toMatchObject({ answered: false });
  expect(result.content).toMatch(content);
});

test('in a project with notes only, a question about something else is declined', async () => {
  const project = await newProject();
  await ada.post(`/v1/projects/${project}/notes`, { body: 'Ask the finance team about invoices.' });
  const result = await ask(project, 'Which colour do people choose?');
  expect(result).toMatchObject({ answered: false, citations: [] });
  expect(result.content).toMatch(/^The material does not contain an answer/);
});
