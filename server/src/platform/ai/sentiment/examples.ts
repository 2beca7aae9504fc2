import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type SentimentLabel, sentimentLabels, type VectorKind } from './score.ts';

export interface LabelledText {
  text: string;
  label: SentimentLabel;
  /** How much it counts in training. */
  weight: number;
}

/** A turn of a conversation is closer to what is analyzed than a remark. Chosen like the numbers in train-head.ts. */
const turnWeight: Record<VectorKind, number> = { stored: 2, mood: 10 };

/** The remarks, and the turns of the interviews in bench/quality/tuning. */
export const readTraining = async (kind: VectorKind): Promise<LabelledText[]> => [
  ...(await readExamples('training')),
  ...(await readExamples('turns')).map((turn) => ({ ...turn, weight: turnWeight[kind] })),
];

/**
 * The texts of one folder: a file for each label, one text per line. The heads learn from the remarks in `training` and
 * from `turns`, the mood vectors from the remarks and `stories`. `validation` chooses parameters, `held-out` only measures.
 */
export async function readExamples(
  folder: 'training' | 'turns' | 'stories' | 'validation' | 'held-out',
): Promise<LabelledText[]> {
  const examples: LabelledText[] = [];
  for (const label of sentimentLabels) {
    const file = new URL(`./${folder}/${label}.txt`, import.meta.url);
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (line.trim() !== '') examples.push({ text: line.trim(), label, weight: 1 });
  }
  return examples;
}

/** Changes when the examples change, so that a head trained with others is noticed without training again. */
export const digestOf = (examples: LabelledText[]): string =>
  createHash('sha256')
    .update(JSON.stringify(examples.map(({ text, label, weight }) => [label, weight, text])))
    .digest('hex');

/** The mean of the F1 scores of the labels, so that a rare label counts as much as a frequent one. */
export function macroF1(expected: SentimentLabel[], found: SentimentLabel[]): number {
  const scores = sentimentLabels.map((label) => {
    const right = expected.filter((value, i) => value === label && found[i] === label).length;
    const missed = expected.filter((value, i) => value === label && found[i] !== label).length;
    const wrong = found.filter((value, i) => value === label && expected[i] !== label).length;
    return (2 * right) / Math.max(1, 2 * right + missed + wrong);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
