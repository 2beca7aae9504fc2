/** A text as a unit vector: weights by dimension. */
export type Vector = ReadonlyMap<string, number>;

/** Turns texts, given as their terms, into vectors. Embeddings could replace `tfIdf`. */
export type Vectorize = (texts: string[][]) => { vectors: Vector[]; vectorOf(terms: string[]): Vector };

/** Rare words have a higher weight than frequent ones. A word in nearly every text has none. */
export const tfIdf: Vectorize = (texts) => {
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
};

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
