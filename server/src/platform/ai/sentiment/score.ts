import { readFileSync } from 'node:fs';
import { wordFeatures } from './features.ts';

export const sentimentLabels = ['negative', 'neutral', 'positive'] as const;
export type SentimentLabel = (typeof sentimentLabels)[number];

export interface Sentiment {
  label: SentimentLabel;
  /** −1 (negative) to 1 (positive): the probability of positive minus that of negative. */
  score: number;
}

/** Stored with each result, because scores of different versions cannot be compared. */
export const sentimentModel = 'parley-sentiment-1';

/** A softmax regression: one row of weights and one bias for each label. */
export interface Head {
  /** Identifies the examples. */
  trained_on: string;
  weights: number[][];
  bias: number[];
}

let loaded: Head | undefined;

/** Written by `npm run sentiment:train` from the examples in the folder `training`. */
export function readHead(): Head {
  loaded ??= JSON.parse(readFileSync(new URL('./head.json', import.meta.url), 'utf8')) as Head;
  return loaded;
}

/** The mood of each English text. `vectors` are those of the embedded model, in the order of the texts. */
export function scoreSentiment(texts: string[], vectors: Float32Array[]): Sentiment[] {
  const head = readHead();
  return texts.map((text, i) => scoreWith(head, text, vectors[i] ?? new Float32Array()));
}

export function scoreWith(head: Head, text: string, vector: Float32Array): Sentiment {
  const [negative = 0, neutral = 0, positive = 0] = probabilitiesOf(head, featuresOf(text, vector));
  const score = Math.round((positive - negative) * 1_000) / 1_000;
  if (neutral >= positive && neutral >= negative) return { label: 'neutral', score };
  return { label: positive >= negative ? 'positive' : 'negative', score };
}

/** The input of the head: the vector of the text, then what its words say. */
export const featuresOf = (text: string, vector: ArrayLike<number>): Float64Array =>
  Float64Array.from([...Array.from(vector), ...wordFeatures(text)]);

export function probabilitiesOf(
  { weights, bias }: { weights: ArrayLike<number>[]; bias: number[] },
  features: Float64Array,
): number[] {
  const logits = weights.map((row, label) => {
    let sum = bias[label] ?? 0;
    for (let f = 0; f < features.length; f++) sum += (row[f] ?? 0) * (features[f] ?? 0);
    return sum;
  });
  const max = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - max));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
