import { expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { prompt, reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const parley = useParley({ clock: createTestClock(), work: true });
const ada = useAccount(parley);

const { newProject, newReport, study } = reportStudies(() => ada);

const answers = {
  Mina: 'The shipping costs only appeared on the last page, and that felt like a trick to me.',
  Tom: 'I left the shop because the shipping costs were higher than the price of the socks.',
};

async function survey(
  project: string,
  texts: Record<string, string> = answers,
): Promise<Record<string, string>> {
  const published = await publishTest(ada, project, {
    name: 'Checkout survey',
    type: 'survey',
    questions: [{ type: 'open', text: 'Why did you leave the shop?' }],
  });
  const ids: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    const started = await openLink(parley, published.share_url).post('/response', { name });
    const personal = openLink(parley, started.body.data.token);
    const question = started.body.data.question.id;
    await personal.put(`/answers/${question}`, { text });
    await personal.post('/submit', {});
    ids[name] = started.body.data.id;
  }
  return ids;
}

test('a report reads the written answers of responses, quotes them word for word and names the response', async () => {
  const project = await newProject();
  const ids = await survey(project);
  const report = await newReport(project, { prompt });
  expect(report).toMatchObject({ file_ids: [], unverified_quote_count: 0, skipped: [] });
  expect(report.response_ids.toSorted()).toEqual(Object.values(ids).toSorted());
  expect(report.citations.length).toBeGreaterThan(0);
  for (const citation of report.citations) {
    expect(citation).toMatchObject({ verified: true, file_id: null, segment_id: null, start_seconds: null });
    expect(Object.values(ids)).toContain(citation.response_id);
    expect(Object.values(answers).some((text) => text.includes(citation.quote))).toBe(true);
  }
});

test('a happy answer that names a problem it did not have counts as praise, not as a struggle', async () => {
  const project = await newProject();
  const texts = {
    Mina: 'No problems with the checkout, paying was quick and easy.',
    Tom: 'Now paying in the checkout is easy, and nothing was confusing.',
    Uma: 'The checkout was confusing, and I gave up paying there.',
  };
  await survey(project, texts);
  const { body_markdown } = await newReport(project, { prompt, template: 'survey' });
  const sectionOf = (heading: string) => body_markdown.split(`## ${heading}`)[1]?.split('\n## ')[0];
  expect(sectionOf('Where people struggle')).toContain('1 of 3 participants, 1 passage: Uma 1.');
  expect(sectionOf('What people like')).toContain('2 of 3 participants, 2 passages: Mina 1, Tom 1.');
});

test('an edited report verifies quotations of responses again', async () => {
  const project = await newProject();
  await survey(project);
  const report = await newReport(project, { prompt });
  const body_markdown =
    'Tom says “the shipping costs were higher than the price of the socks”, not “the socks were ugly and old”.';
  const { body } = await ada.patch(`/v1/reports/${report.id}`, { body_markdown });
  expect(body.data.citations.map((citation) => citation.verified)).toEqual([true, false]);
});

test('response_ids chooses responses and leaves out the files, and file_ids leaves out the responses', async () => {
  const { project, mina, tom } = await study();
  const ids = await survey(project);
  const only = await newReport(project, { prompt, response_ids: [ids.Tom] });
  expect(only).toMatchObject({ file_ids: [], response_ids: [ids.Tom] });
  const files = await newReport(project, { prompt, file_ids: [mina] });
  expect(files).toMatchObject({ file_ids: [mina], response_ids: [] });
  const all = await newReport(project, { prompt });
  expect(all.file_ids.toSorted()).toEqual([mina, tom].toSorted());
  expect(all.response_ids.toSorted()).toEqual(Object.values(ids).toSorted());
  const none = await newReport(project, { prompt, response_ids: [] });
  expect(none.response_ids).toEqual([]);
  expect(none.file_ids.toSorted()).toEqual([mina, tom].toSorted());
});

test('returns 422 for a response without words', async () => {
  const project = await newProject();
  const published = await publishTest(ada, project, {
    name: 'Stars',
    type: 'survey',
    questions: [{ type: 'yes_no', text: 'Did you pay?' }],
  });
  const started = await openLink(parley, published.share_url).post('/response', {});
  const { status, body } = await ada.post(`/v1/projects/${project}/reports`, {
    prompt,
    response_ids: [started.body.data.id],
  });
  expect(status).toBe(422);
  expect(body.error.details).toMatchObject([{ field: 'response_ids.0' }]);
});

test('marks citations of a response that is deleted', async () => {
  const project = await newProject();
  const ids = await survey(project);
  const report = await newReport(project, { prompt });
  await ada.delete(`/v1/responses/${ids.Mina}`);
  const { citations } = (await ada.get(`/v1/reports/${report.id}`)).body.data;
  const deleted = citations.filter((citation) => citation.source_deleted);
  expect(deleted.length).toBeGreaterThan(0);
  expect(new Set(deleted.map((citation) => citation.response_id))).toEqual(new Set([ids.Mina]));
});

/** Two people choose, rank and rate; only the last question is answered in words. */
async function choices(project: string, withWords: boolean): Promise<string[]> {
  const options = [{ text: 'Red box' }, { text: 'Blue box' }];
  const { share_url, questions } = await publishTest(ada, project, {
    name: 'Boxes',
    type: 'survey',
    questions: [
      { type: 'single_choice', text: 'Which box do you take?', options },
      { type: 'ranking', text: 'Order the boxes', options },
      { type: 'rating', text: 'How easy was it?', scale: { min: 1, max: 5 } },
      ...(withWords ? [{ type: 'open', text: 'Why did you leave the shop?' }] : []),
    ],
  });
  const [choice, ranking, rating, open] = questions;
  const ids = choice.options.map(({ id }) => id);
  const ranked = ranking.options.map(({ id }) => id);
  const responses: string[] = [];
  for (const [at, [name, text]] of Object.entries(answers).entries()) {
    const started = await openLink(parley, share_url).post('/response', { name });
    const personal = openLink(parley, started.body.data.token);
    await personal.put(`/answers/${choice.id}`, { option_ids: [ids[1]] });
    await personal.put(`/answers/${ranking.id}`, { option_ids: ranked.toReversed() });
    await personal.put(`/answers/${rating.id}`, { value: 2 + 3 * at });
    if (open) await personal.put(`/answers/${open.id}`, { text });
    expect((await personal.post('/submit', {})).status).toBe(200);
    responses.push(started.body.data.id);
  }
  return responses;
}

test('choices, rankings and ratings are counted by question and never quoted', async () => {
  const project = await newProject();
  const response_ids = await choices(project, true);
  const report = await newReport(project, { prompt, template: 'survey', response_ids });
  const body: string = report.body_markdown;
  expect(body).toMatch(/^## Answers in numbers\n\n### Which box do you take\?\n\nResponses: 2\.\n\n/);
  expect(body).toContain('| Answer | Responses |\n| --- | --- |\n| Blue box | 2 |');
  expect(body).toContain('| Answer | Mean place |\n| --- | --- |\n| Blue box | 1 |\n| Red box | 2 |');
  expect(body).toContain(
    'Responses: 2 · mean: 3.5.\n\n| Answer | Responses |\n| --- | --- |\n| 2 | 1 |\n| 5 | 1 |',
  );
  expect(report.citations.length).toBeGreaterThan(0);
  for (const { quote } of report.citations)
    expect(Object.values(answers).some((text) => text.includes(quote))).toBe(true);
  expect(body).toContain('Every quotation is in the named response word for word.');
  expect(report.summary).toContain('Responses: 2 ·');
  expect(report.summary).not.toContain('Files:');
});

test('a report about responses without words has the numbers only', async () => {
  const project = await newProject();
  const response_ids = await choices(project, false);
  const report = await newReport(project, { prompt, response_ids });
  expect(report).toMatchObject({
    response_ids: response_ids.toSorted(),
    citations: [],
    summary: 'Responses: 2.',
  });
  expect(report.body_markdown).toContain('| Blue box | 2 |');
  expect(report.body_markdown).toContain('These responses have no written answers.');
});
