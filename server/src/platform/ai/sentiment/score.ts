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
export const sentimentModel = 'parley-sentiment-3';

/** A softmax regression: one row of weights and one bias for each label. */
export interface Head {
  weights: number[][];
  bias: number[];
}

/** People speak differently in a short remark and in a longer turn, so each has its own head. */
export interface Heads {
  /** Identifies the examples. */
  trained_on: string;
  remark: Head;
  turn: Head;
}

/** Chosen like the numbers in train-head.ts. */
const remarkWordsMax = 12;

/** Which vectors the heads read: those that are stored with segments, or those of the mood embedder. */
export type VectorKind = 'stored' | 'mood';
export const headFiles: Record<VectorKind, URL> = {
  stored: new URL('./heads.json', import.meta.url),
  mood: new URL('./mood/heads.json', import.meta.url),
};

const loaded = new Map<VectorKind, Heads>();

/** Written by `npm run sentiment:train` from the examples in this folder. */
export function readHeads(kind: VectorKind): Heads {
  const heads = loaded.get(kind) ?? (JSON.parse(readFileSync(headFiles[kind], 'utf8')) as Heads);
  loaded.set(kind, heads);
  return heads;
}

/** The mood of each English text. `vectors` are of the given kind, in the order of the texts. */
export function scoreSentiment(texts: string[], vectors: Float32Array[], kind: VectorKind): Sentiment[] {
  const heads = readHeads(kind);
  return texts.map((text, i) => scoreWith(heads, text, vectors[i] ?? new Float32Array()));
}

export function scoreWith(heads: Heads, text: string, vector: Float32Array): Sentiment {
  const isRemark = (text.match(/\S+/g)?.length ?? 0) <= remarkWordsMax;
  const head = isRemark ? heads.remark : heads.turn;
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
