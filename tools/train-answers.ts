import { readFile, writeFile } from 'node:fs/promises';
import { readStudies } from '../bench/quality/read-studies.ts';
import { fitAnswerWeights, type MeasuredQuestion } from './answer-decision/fit.ts';
import { measureQuestions } from './answer-decision/measure-questions.ts';

/**
 * `npm run answers:train` fits the weights that decide whether passages answer a question (ADR 24). It loads the tuning studies of
 * bench/quality into a new server, measures each question as the chat does, stores the measures, prints how the
 * questions of each study are judged by weights fitted to the others, and writes the weights. With --stored it reads the stored measures.
 */
const measuresFile = new URL('./answer-decision/measures.json', import.meta.url);
const weightsFile = new URL(
  '../server/src/features/ai/chats/extractive/answer-weights.json',
  import.meta.url,
);

const measured = process.argv.includes('--stored')
  ? (JSON.parse(await readFile(measuresFile, 'utf8')) as MeasuredQuestion[])
  : await measureAndStore();
const { fitted, leftOut } = fitAnswerWeights(measured);
for (const { study, declined, answered } of leftOut)
  process.stdout.write(
    `${study}, left out: ${declined.toFixed(2)} of the questions without an answer declined, ${answered.toFixed(2)} of those with one answered\n`,
  );
await writeFile(weightsFile, `${JSON.stringify(fitted, null, 2)}\n`);

async function measureAndStore(): Promise<MeasuredQuestion[]> {
  const questions = await measureQuestions(await readStudies('tuning'));
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const rounded = questions.map(({ measures, ...question }) => ({
    ...question,
    measures: Object.fromEntries(
      Object.entries(measures).map(([name, value]) => [name, round(value)]),
    ) as MeasuredQuestion['measures'],
  }));
  const lines = rounded.map((question) => JSON.stringify(question)).join(',\n  ');
  await writeFile(measuresFile, `[\n  ${lines}\n]\n`);
  return rounded;
}
