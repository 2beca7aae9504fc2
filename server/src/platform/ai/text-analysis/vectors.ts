/** A text as a unit vector: weights by dimension. */
export type Vector = ReadonlyMap<string, number>;

/** Turns texts, given as their terms, into vectors. */
export interface TermVectors {
  vectors: Vector[];
  vectorOf(terms: string[]): Vector;
}

/** Rare words have a higher weight than frequent ones. A word in nearly every text has none. */
export function tfIdf(texts: string[][]): TermVectors {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const vectorOf = (terms: string[]): Vector => {
    const tally = new Map<string, number>();
    for (const term of terms) tally.set(term, (tally.get(term) ?? 0) + 1);
    const weights = new Map<string, number>();
    for (const [term, count] of tally) {
      const known = counts.get(term);
      if (known === undefined) continue;
      const idf = Math.log((texts.length + 1) / known);
      if (idf > 0) weights.set(term, (1 + Math.log(count)) * idf);
    }
    return unit(weights);
  };
  return { vectors: texts.map(vectorOf), vectorOf };
}

function unit(weights: Map<string, number>): Vector {
  const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0));
  return length === 0 ? weights : new Map([...weights].map(([term, weight]) => [term, weight / length]));
}

export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [dimension, weight] of small) sum += weight * (large.get(dimension) ?? 0);
  return sum;
}

/** The cosine of two unit vectors of the same length, such as embeddings. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The unit vector in the direction of the weighted sum. */
export function combine(parts: { vector: Float32Array; weight: number }[]): Float32Array {
  const sum = new Float32Array(parts[0]?.vector.length ?? 0);
  for (const { vector, weight } of parts)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + (vector[i] as number) * weight;
  const length = Math.sqrt(dot(sum, sum));
  return length === 0 ? sum : sum.map((value) => value / length);
}

/** A few texts have no meaningful mean, so only a part of it is subtracted. */
const fewTexts = 15;

/**
 * Subtracts what all texts have in common. In interviews about one product all sentences are similar, and what
 * distinguishes them is left. `share` says how much of the mean was subtracted.
 */
export function center(vectors: Float32Array[]): { vectors: Float32Array[]; share: number } {
  const share = vectors.length / (vectors.length + fewTexts);
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++)
      mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length;
  return {
    share,
    vectors: vectors.map((vector) =>
      combine([
        { vector, weight: 1 },
        { vector: mean, weight: -share },
      ]),
    ),
  };
}
