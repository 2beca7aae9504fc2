import { digestOf, type LabelledText } from './examples.ts';
import {
  featuresOf,
  type Head,
  type Heads,
  probabilitiesOf,
  sentimentLabels,
  type VectorKind,
} from './score.ts';

/** Chosen with the validation remarks and the interviews in bench/quality/tuning. */
const scales: Record<VectorKind, { vector: number; words: { remark: number; turn: number } }> = {
  stored: { vector: 5, words: { remark: 0.3, turn: 0.5 } },
  mood: { vector: 8, words: { remark: 0.3, turn: 0.2 } },
};
/** Larger values keep the weights smaller. */
const l2 = 0.03;
const rounds = 100;
const rate = 0.15;
const momentum = 0.9;
const decimals = 5;

interface Scales {
  vector: number;
  words: number;
}

interface Example {
  y: number;
  weight: number;
  x: Float64Array;
}

/** Trains the head for remarks with the remarks alone, and the head for turns with everything. */
export function trainHeads(examples: LabelledText[], vectors: Float32Array[], kind: VectorKind): Heads {
  const { vector, words } = scales[kind];
  const remarks = examples.flatMap(({ weight }, i) => (weight === 1 ? [i] : []));
  const pick = <T>(list: T[]) => remarks.flatMap((i) => list[i] ?? []);
  return {
    trained_on: digestOf(examples),
    remark: trainHead(pick(examples), pick(vectors), { vector, words: words.remark }),
    turn: trainHead(examples, vectors, { vector, words: words.turn }),
  };
}

/**
 * Fits a softmax regression by gradient descent with momentum over all examples. Every label has the same weight,
 * however many examples it has. Nothing is random, so the same examples give the same head.
 */
function trainHead(examples: LabelledText[], vectors: Float32Array[], scales: Scales): Head {
  const raw = examples.map(({ text }, i) => featuresOf(text, vectors[i] ?? []));
  const { scale, mean } = scalesOf(raw, vectors[0]?.length ?? 0, scales);
  const scaled = examples.map(({ label, weight }, i) => ({
    y: sentimentLabels.indexOf(label),
    weight,
    x: Float64Array.from(raw[i] ?? [], (value, f) => (value - (mean[f] ?? 0)) * (scale[f] ?? 0)),
  }));
  const { weights, bias } = descend(scaled);
  // The head is used with unscaled features.
  const unscaled = weights.map((row) => row.map((weight, f) => weight * (scale[f] ?? 0)));
  const round = (value: number) => Number(value.toFixed(decimals));
  return {
    weights: unscaled.map((row) => row.map(round)),
    bias: unscaled.map((row, label) =>
      round(row.reduce((sum, weight, f) => sum - weight * (mean[f] ?? 0), bias[label] ?? 0)),
    ),
  };
}

/** The components of a vector are comparable with each other. The other features get the same variance. */
function scalesOf(
  raw: Float64Array[],
  dimensions: number,
  scales: Scales,
): { scale: number[]; mean: number[] } {
  const mean = Array.from(raw[0] ?? [], (_, f) => average(raw.map((x) => x[f] ?? 0)));
  const scale = mean.map((center, f) => {
    if (f < dimensions) return scales.vector;
    const deviation = Math.sqrt(average(raw.map((x) => ((x[f] ?? 0) - center) ** 2)));
    return scales.words / (deviation || 1);
  });
  return { scale, mean: mean.map((center, f) => (f < dimensions ? 0 : center)) };
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function descend(examples: Example[]): { weights: number[][]; bias: number[] } {
  const size = examples[0]?.x.length ?? 0;
  const totals = sentimentLabels.map((_, label) =>
    examples.reduce((sum, { y, weight }) => (y === label ? sum + weight : sum), 0),
  );
  const weights = sentimentLabels.map(() => new Float64Array(size));
  const bias = sentimentLabels.map(() => 0);
  const speeds = sentimentLabels.map(() => new Float64Array(size + 1));
  for (let round = 0; round < rounds; round++) {
    const gradients = weights.map((row) => Float64Array.from([...row.map((weight) => l2 * weight), 0]));
    for (const { x, y, weight } of examples) {
      const share = weight / (sentimentLabels.length * (totals[y] ?? 1));
      const found = probabilitiesOf({ weights, bias }, x);
      for (const [label, gradient] of gradients.entries()) {
        const error = share * ((found[label] ?? 0) - (label === y ? 1 : 0));
        for (let f = 0; f < size; f++) gradient[f] = (gradient[f] ?? 0) + error * (x[f] ?? 0);
        gradient[size] = (gradient[size] ?? 0) + error;
      }
    }
    for (const [label, speed] of speeds.entries()) {
      const row = weights[label] ?? new Float64Array();
      const gradient = gradients[label] ?? new Float64Array();
      for (let f = 0; f <= size; f++) {
        speed[f] = momentum * (speed[f] ?? 0) - rate * (gradient[f] ?? 0);
        if (f < size) row[f] = (row[f] ?? 0) + (speed[f] ?? 0);
      }
      bias[label] = (bias[label] ?? 0) + (speed[size] ?? 0);
    }
  }
  return { weights: weights.map((row) => [...row]), bias };
}
