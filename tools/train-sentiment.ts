import { writeFile } from 'node:fs/promises';
import { createEmbeddedEmbedder } from '../server/src/platform/ai/embed/index.ts';
import { macroF1, readExamples } from '../server/src/platform/ai/sentiment/examples.ts';
import { vaderScore } from '../server/src/platform/ai/sentiment/index.ts';
import {
  type Head,
  readHead,
  type SentimentLabel,
  scoreWith,
} from '../server/src/platform/ai/sentiment/score.ts';
import { trainHead } from '../server/src/platform/ai/sentiment/train-head.ts';
import { createLog } from '../server/src/platform/log/log.ts';

/**
 * `npm run sentiment:train` trains the sentiment head with the remarks in the repository, writes its weights and prints
 * the scores on the other remarks. With --check it fails instead if the committed weights differ.
 */
const file = new URL('../server/src/platform/ai/sentiment/head.json', import.meta.url);
/** Processors round the quantized model differently. */
const tolerance = 0.05;

const embedder = await createEmbeddedEmbedder({ modelsDir: process.env.MODELS_DIR }, createLog('warn'));
const training = await readExamples('training');
const vectors = await embedder.embed(training.map(({ text }) => text));
const head = trainHead(training, vectors);
process.stdout.write(`${training.length} remarks for training.\n`);
for (const folder of ['validation', 'held-out'] as const) {
  const remarks = await readExamples(folder);
  const found = await embedder.embed(remarks.map(({ text }) => text));
  const expected = remarks.map(({ label }) => label);
  const reached = macroF1(
    expected,
    remarks.map(({ text }, i) => scoreWith(head, text, found[i] as Float32Array).label),
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
if (!process.argv.includes('--check')) await writeFile(file, `${JSON.stringify(head)}\n`);
else if (readHead().trained_on !== head.trained_on || differenceOf(head, readHead()) > tolerance) {
  process.stderr.write(
    'head.json differs from what training gives: run "npm run sentiment:train" and commit it.\n',
  );
  process.exitCode = 1;
}
