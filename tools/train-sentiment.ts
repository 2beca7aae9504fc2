import { writeFile } from 'node:fs/promises';
import { createEmbeddedEmbedder, type LocalEmbedder } from '../server/src/platform/ai/embed/index.ts';
import { macroF1, readExamples, readTraining } from '../server/src/platform/ai/sentiment/examples.ts';
import { createMoodEmbedder, vaderScore } from '../server/src/platform/ai/sentiment/index.ts';
import {
  type Head,
  type Heads,
  headFiles,
  readHeads,
  type SentimentLabel,
  scoreWith,
  type VectorKind,
} from '../server/src/platform/ai/sentiment/score.ts';
import { trainHeads } from '../server/src/platform/ai/sentiment/train-head.ts';
import { createLog } from '../server/src/platform/log/log.ts';

/**
 * `npm run sentiment:train` trains the sentiment heads with the texts in the repository, writes their weights and prints
 * the scores on the other remarks. With --check it fails instead if the committed weights differ.
 */
/** Processors round the quantized model differently. */
const tolerance = 0.05;
const check = process.argv.includes('--check');

const config = { modelsDir: process.env.MODELS_DIR };
const log = createLog('warn');
await train('stored', await createEmbeddedEmbedder(config, log));
await train('mood', await createMoodEmbedder(config, log));

async function train(kind: VectorKind, embedder: LocalEmbedder): Promise<void> {
  const training = await readTraining(kind);
  const vectors = await embedder.embed(training.map(({ text }) => text));
  const heads = trainHeads(training, vectors, kind);
  process.stdout.write(`${kind} vectors: ${training.length} texts for training.\n`);
  for (const folder of ['validation', 'held-out'] as const) await measure(heads, embedder, folder);
  embedder.close();
  if (!check) await writeFile(headFiles[kind], `${JSON.stringify(heads)}\n`);
  else if (areDifferent(heads, readHeads(kind))) {
    process.stderr.write(
      `The heads for ${kind} vectors differ from what training gives: run "npm run sentiment:train" and commit them.\n`,
    );
    process.exitCode = 1;
  }
}

async function measure(heads: Heads, embedder: LocalEmbedder, folder: 'validation' | 'held-out') {
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

/** Uses the limits that the authors of VADER recommend. */
function labelByVader(text: string): SentimentLabel {
  const score = vaderScore(text);
  return score >= 0.05 ? 'positive' : score <= -0.05 ? 'negative' : 'neutral';
}

function areDifferent(heads: Heads, committed: Heads): boolean {
  const differenceOf = (a: Head, b: Head) =>
    Math.max(
      ...a.weights.flatMap((row, i) => row.map((weight, f) => Math.abs(weight - (b.weights[i]?.[f] ?? 0)))),
    );
  return (
    heads.trained_on !== committed.trained_on ||
    (['remark', 'turn'] as const).some((name) => differenceOf(heads[name], committed[name]) > tolerance)
  );
}
