import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);

const { newProject, newTalk, ended } = reportStudies(() => ada);

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

async function ask(project: string, message: string, body: object = {}) {
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
])('declines “%s” in a project with responses only, instead of failing', async (message, content) => {
  const project = await newProject();
  await survey(project);
  const result = await ask(project, message);
  expect(result).toMatchObject({ answered: false });
  expect(result.content).toMatch(content);
});

test('declines a question about something else in a project with notes only', async () => {
  const project = await newProject();
  await ada.post(`/v1/projects/${project}/notes`, { body: 'Ask the finance team about invoices.' });
  const result = await ask(project, 'Which colour do people choose?');
  expect(result).toMatchObject({ answered: false, citations: [] });
  expect(result.content).toMatch(/^The material does not contain an answer/);
});

const tripTalk = `
Interviewer: How do you plan a trip?
Lena: I plan every trip with paper maps on the kitchen table.
Interviewer: What do you pack?
Lena: I always pack a thick jumper and a small lamp.`;

test('written answers are passages: they decide whether a question is answered and are cited with response_id', async () => {
  const project = await newProject();
  await newTalk(project, 'Trip', tripTalk, 'en');
  const ids = await survey(project);
  const result = await ask(project, 'What do people say about the shipping costs?');
  expect(result).toMatchObject({ answered: true });
  expect(result.content).toMatch(/^\*\*One of three participants\*\* speaks about .+: Mina\./);
  expect(result.content).not.toContain('Also in this project');
  expect(result.citations[0]).toMatchObject({
    response_id: ids.Mina,
    file_id: null,
    segment_id: null,
    start_seconds: null,
    speaker: 'Mina',
    verified: true,
  });
  expect(answers.Mina).toContain(result.citations[0].quote);
});

test('a person who wrote an answer is known, and an overview quotes written answers but no chosen options', async () => {
  const project = await newProject();
  const ids = await survey(project);
  const byTom = await ask(project, 'What did Tom say?');
  expect(byTom).toMatchObject({ answered: true, citations: [{ response_id: ids.Tom, speaker: 'Tom' }] });
  const overview = await ask(project, 'Summarize');
  expect(overview).toMatchObject({ answered: true });
  expect(overview.citations.map(({ response_id }) => response_id).toSorted()).toEqual(
    Object.values(ids).toSorted(),
  );
  expect(overview.content).not.toContain('Purple');
});

test('file_ids leaves out the responses, and a deleted response is marked in the answer', async () => {
  const project = await newProject();
  const talk = await newTalk(project, 'Trip', tripTalk, 'en');
  const ids = await survey(project);
  const onlyTalk = await ask(project, 'What do people say about the shipping costs?', { file_ids: [talk] });
  expect(onlyTalk.citations.map(({ response_id }) => response_id).filter(Boolean)).toEqual([]);
  expect(onlyTalk).toMatchObject({ answered: false });
  const { chat_id } = await ask(project, 'What do people say about the shipping costs?');
  await ada.delete(`/v1/responses/${ids.Mina}`);
  const { data } = (await ada.get(`/v1/chats/${chat_id}/messages?sort=-created_at`)).body;
  expect(data[0].citations[0]).toMatchObject({ response_id: ids.Mina, source_deleted: true });
});
