/** The similarity of each pair of texts, by rows. */
export interface SimilarityMatrix {
  size: number;
  at(a: number, b: number): number;
  values: Float32Array;
}

export function similarityMatrix(
  size: number,
  similarity: (a: number, b: number) => number,
): SimilarityMatrix {
  const values = new Float32Array(size * size);
  for (let a = 0; a < size; a++) {
    values[a * size + a] = 1;
    for (let b = a + 1; b < size; b++) {
      const value = similarity(a, b);
      values[a * size + b] = value;
      values[b * size + a] = value;
    }
  }
  return { size, values, at: (a, b) => values[a * size + b] as number };
}

/**
 * Average-link clustering with the nearest-neighbor chain, which is quadratic in time and memory. Two clusters are joined
 * while their average similarity is at least `minSimilarity`. Deterministic: a tie goes to the lower index.
 */
export function clusterByAverageLink(matrix: SimilarityMatrix, minSimilarity: number): number[][] {
  const { size } = matrix;
  const values = Float32Array.from(matrix.values);
  const members = Array.from({ length: size }, (_, at): number[] | undefined => [at]);
  const open = new Set(members.keys());
  const clusters: number[][] = [];
  const chain: number[] = [];
  for (;;) {
    if (chain.length === 0) {
      const [first] = open;
      if (first === undefined) return clusters.sort((a, b) => (a[0] as number) - (b[0] as number));
      chain.push(first);
    }
    const current = chain.at(-1) as number;
    const previous = chain.at(-2);
    let best = previous;
    let bestValue = previous === undefined ? -2 : (values[current * size + previous] as number);
    for (const other of open) {
      const value = other === current ? -2 : (values[current * size + other] as number);
      if (value > bestValue) [best, bestValue] = [other, value];
    }
    if (best === undefined || bestValue < minSimilarity) {
      // The similarity to a cluster only decreases as clusters are joined, so this one is complete.
      clusters.push((members[current] as number[]).sort((a, b) => a - b));
      open.delete(current);
      chain.length = 0;
    } else if (best === previous) {
      chain.length -= 2;
      join(current, previous);
    } else chain.push(best);
  }

  function join(a: number, b: number): void {
    const [kept, removed] = a < b ? [a, b] : [b, a];
    const [n, m] = [(members[kept] as number[]).length, (members[removed] as number[]).length];
    for (const other of open) {
      const value =
        ((values[kept * size + other] as number) * n + (values[removed * size + other] as number) * m) /
        (n + m);
      values[kept * size + other] = value;
      values[other * size + kept] = value;
    }
    (members[kept] as number[]).push(...(members[removed] as number[]));
    members[removed] = undefined;
    open.delete(removed);
  }
}
