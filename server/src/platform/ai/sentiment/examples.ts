import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type SentimentLabel, sentimentLabels } from './score.ts';

export interface LabelledText {
  text: string;
  label: SentimentLabel;
}

/**
 * The labelled remarks of one folder: a file for each label, one remark per line. `training` is what the head learns from,
 * `validation` chooses its parameters, `held-out` only measures.
 */
export async function readExamples(folder: 'training' | 'validation' | 'held-out'): Promise<LabelledText[]> {
  const examples: LabelledText[] = [];
  for (const label of sentimentLabels) {
    const file = new URL(`./${folder}/${label}.txt`, import.meta.url);
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (line.trim() !== '') examples.push({ text: line.trim(), label });
  }
  return examples;
}

/** Changes when the examples change, so that a head trained with others is noticed without training again. */
export const digestOf = (examples: LabelledText[]): string =>
  createHash('sha256')
    .update(JSON.stringify(examples.map(({ text, label }) => [label, text])))
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
