import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { prompt, reportStudies } from '../../../../test/report-studies.ts';
import { phrasesIn } from './phrases.ts';

let parley: TestParley;
let ada: Account;

beforeAll(async () => {
  const empty = await mkdtemp(path.join(tmpdir(), 'parley-models-'));
  parley = await startParley({ clock: createTestClock(), work: true, env: { PARLEY_MODELS_DIR: empty } });
  ada = await parley.account();
});
afterAll(() => parley.stop());

const { newReport, study, expectVerified } = reportStudies(() => ada);

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
