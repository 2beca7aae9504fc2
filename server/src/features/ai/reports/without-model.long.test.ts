import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { prompt, reportStudies } from '../../../../test/report-studies.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { phrasesIn } from './phrases.ts';

let emptyFolder: string;

beforeAll(async () => {
  emptyFolder = await mkdtemp(path.join(tmpdir(), 'parley-models-'));
});
const parley = useParley(() => ({
  clock: createTestClock(),
  work: true,
  env: { PARLEY_MODELS_DIR: emptyFolder },
}));
const ada = useAccount(parley);

const { newProject, newTalk, newReport, study, expectVerified } = reportStudies(() => ada);

test('a report without the files of the embedding model compares words and says so', async () => {
  const { project } = await study();
  const report = await newReport(project, { prompt });
  expect(report.body_markdown).toContain(phrasesIn('en').methodWords);
  expect(report.body_markdown).toContain('checkout');
  await expectVerified(report);
});

test('a report on a prompt of 10,000 characters succeeds', async () => {
  const { project } = await study();
  const report = await newReport(project, {
    prompt: 'What about the shipping costs? '.repeat(400).slice(0, 10_000),
  });
  expect(report.sections[0].heading).toBe(phrasesIn('en').answer);
  await expectVerified(report);
});

test('a report on one file of three words succeeds and quotes at most these words', async () => {
  const project = await newProject();
  await newTalk(project, 'Talk', 'Ida: Too many buttons.', 'en');
  const report = await newReport(project, { prompt });
  for (const { quote } of report.citations) expect('Too many buttons.').toContain(quote);
  await expectVerified(report);
});

test('a report prints and cites passages with quotation marks exactly', async () => {
  const project = await newProject();
  const said = 'She told me “I hate the login” and then she left the company.';
  const script = `Interviewer: What about the login?\nIda: ${said}\nInterviewer: And the colours?\nIda: The login page, it’s “too blue” and „too loud“ for me, honestly.`;
  await newTalk(project, 'Talk', script, 'en');
  const report = await newReport(project, { prompt: 'What do people say about the login?' });
  expect(report).toMatchObject({ quote_count: report.citations.length, unverified_quote_count: 0 });
  expect(report.citations.map(({ id }) => id)).toEqual(report.citations.map((_, i) => `cit_${i + 1}`));
  expect(report.body_markdown).toContain(`> “${said}”\n> — Ida, Talk, `);
  await expectVerified(report);

  const body_markdown = `${report.body_markdown}\n\nA note.`;
  const edited = await ada.patch(`/v1/reports/${report.id}`, { body_markdown });
  expect(edited.body.data).toMatchObject({ body_markdown, citations: report.citations });
});
