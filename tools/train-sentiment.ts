import { writeFile } from 'node:fs/promises';
import { createEmbeddedEmbedder } from '../server/src/platform/ai/embed/index.ts';
import { macroF1, readExamples, readTraining } from '../server/src/platform/ai/sentiment/examples.ts';
import { vaderScore } from '../server/src/platform/ai/sentiment/index.ts';
import {
  type Head,
  readHeads,
  type SentimentLabel,
  scoreWith,
} from '../server/src/platform/ai/sentiment/score.ts';
import { trainHeads } from '../server/src/platform/ai/sentiment/train-head.ts';
import { createLog } from '../server/src/platform/log/log.ts';

/**
 * `npm run sentiment:train` trains the sentiment heads with the texts in the repository, writes its weights and prints
 * the scores on the other remarks. With --check it fails instead if the committed weights differ.
 */
const file = new URL('../server/src/platform/ai/sentiment/heads.json', import.meta.url);
/** Processors round the quantized model differently. */
const tolerance = 0.05;

const embedder = await createEmbeddedEmbedder({ modelsDir: process.env.MODELS_DIR }, createLog('warn'));
const training = await readTraining();
const vectors = await embedder.embed(training.map(({ text }) => text));
const heads = trainHeads(training, vectors);
process.stdout.write(`${training.length} texts for training.\n`);
for (const folder of ['validation', 'held-out'] as const) {
  const remarks = await readExamples(folder);
  const found = await embedder.embed(remarks.map(({ text }) => text));
  const expected = remarks.map(({ label }) => label);
  const reached = macroF1(
    expected,
    remarks.map(({ text }, i) => scoreWith(heads, text, found[i] as Float32Array).label),
  );
  const alone = macroF1(
    expected,
    remarks.map(({ text }) => labelByVader(text)),
  );
  process.stdout.write(
    `Macro-F1 on ${remarks.length} remarks of ${folder}: ${reached.toFixed(3)}, VADER alone ${alone.toFixed(3)}.\n`,
  );
}
embedder.close();

/** With the limits that the authors of VADER recommend. */
function labelByVader(text: string): SentimentLabel {
  const score = vaderScore(text);
  return score >= 0.05 ? 'positive' : score <= -0.05 ? 'negative' : 'neutral';
}

const differenceOf = (a: Head, b: Head) =>
  Math.max(
    ...a.weights.flatMap((row, i) => row.map((weight, f) => Math.abs(weight - (b.weights[i]?.[f] ?? 0)))),
  );
const check = process.argv.includes('--check');
const differences = check
  ? (['remark', 'turn'] as const).map((kind) => differenceOf(heads[kind], readHeads()[kind]))
  : [];
if (!check) await writeFile(file, `${JSON.stringify(heads)}\n`);
else if (
  readHeads().trained_on !== heads.trained_on ||
  differences.some((difference) => difference > tolerance)
) {
  process.stderr.write(
    'heads.json differs from what training gives: run "npm run sentiment:train" and commit it.\n',
  );
  process.exitCode = 1;
}
