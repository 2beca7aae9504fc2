import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startParley } from '../processes.ts';
import { createFindings } from './findings.ts';
import { measureQuestions } from './questions.ts';
import { parts, readStudies } from './read-studies.ts';
import { measureReports } from './reports.ts';
import { measureSentiment } from './sentiment.ts';
import { MissingRoute, openServer } from './server.ts';
import { measureSpeech } from './speech.ts';
import { measureTags } from './tags.ts';

/**
 * `npm run bench:quality` measures the AI features of a new server with the interviews of this folder. QUALITY_ONLY selects
 * some of the measures, QUALITY_PART one part, QUALITY_STUDY some studies; QUALITY_EXAMPLES=1 prints what was
 * wrong in the tuning part.
 */
const measures = {
  sentiment: measureSentiment,
  tags: measureTags,
  questions: measureQuestions,
  reports: measureReports,
  speech: measureSpeech,
};

const { QUALITY_ONLY, QUALITY_PART, QUALITY_STUDY, QUALITY_EXAMPLES } = process.env;
const isSelected = (list: string | undefined, name: string) =>
  list === undefined || list.split(',').includes(name);
const part = parts.find((name) => name === QUALITY_PART);
const studies = (await readStudies(part)).filter(({ id }) => isSelected(QUALITY_STUDY, id));

const dataDir = await mkdtemp(path.join(process.env.BENCH_FOLDER ?? tmpdir(), 'parley-quality-'));
const findings = createFindings({ withExamples: Boolean(QUALITY_EXAMPLES) });
const parley = await startParley(dataDir);
try {
  const server = openServer(parley.url, parley.firstSignIn?.apiKey as string);
  for (const [name, measure] of Object.entries(measures)) {
    if (!isSelected(QUALITY_ONLY, name)) continue;
    try {
      await measure(server, studies, findings);
    } catch (error) {
      if (!(error instanceof MissingRoute)) throw error;
      findings.skipped(name, `the server has no ${error.message}`);
    }
  }
} finally {
  await parley.stop();
  await rm(dataDir, { recursive: true, force: true });
}
findings.finish();
