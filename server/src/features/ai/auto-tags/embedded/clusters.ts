import { dot } from './matcher.ts';

/** Texts that are less similar on average do not belong together. */
const minSimilarity = 0.36;
/** The cost is quadratic. Of more texts, evenly distributed ones are compared. */
const comparedMax = 1_500;

/** Average-link clustering of vectors. Returns the clusters of indexes, the largest first. Deterministic. */
export function clusterByMeaning(vectors: Float32Array[]): number[][] {
  const step = Math.max(1, vectors.length / comparedMax);
  const compared = Array.from({ length: Math.min(vectors.length, comparedMax) }, (_, i) =>
    Math.floor(i * step),
  );
  const n = compared.length;
  const similarity = new Float32Array(n * n);
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      const value = dot(
        vectors[compared[a] as number] as Float32Array,
        vectors[compared[b] as number] as Float32Array,
      );
      similarity[a * n + b] = value;
      similarity[b * n + a] = value;
    }
  const clusters: (number[] | undefined)[] = compared.map((at) => [at]);
  const closest = clusters.map((_, a) => closestTo(a, clusters, similarity));
  for (;;) {
    let best: number | undefined;
    for (let a = 0; a < n; a++)
      if (clusters[a] && (closest[a]?.value ?? -1) > (closest[best ?? -1]?.value ?? -1)) best = a;
    const other = best === undefined ? undefined : closest[best];
    if (best === undefined || !other || other.value < minSimilarity) break;
    join(best, other.at, clusters, similarity);
    for (let a = 0; a < n; a++)
      if (clusters[a] && (a === best || [best, other.at].includes(closest[a]?.at ?? -1)))
        closest[a] = closestTo(a, clusters, similarity);
      else if (clusters[a] && (similarity[a * n + best] as number) > (closest[a]?.value ?? -1))
        closest[a] = { at: best, value: similarity[a * n + best] as number };
  }
  return clusters
    .filter((cluster) => cluster !== undefined)
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

function closestTo(a: number, clusters: (number[] | undefined)[], similarity: Float32Array) {
  const n = clusters.length;
  let best: { at: number; value: number } | undefined;
  for (let at = 0; at < n; at++) {
    const value = similarity[a * n + at] as number;
    if (at !== a && clusters[at] && value > (best?.value ?? -1)) best = { at, value };
  }
  return best;
}

/** Adds cluster `b` to cluster `a`. The average of two averages, weighted by size, is the average of all pairs. */
function join(a: number, b: number, clusters: (number[] | undefined)[], similarity: Float32Array): void {
  const n = clusters.length;
  const [first, second] = [clusters[a] as number[], clusters[b] as number[]];
  const [x, y] = [first.length, second.length];
  for (let at = 0; at < n; at++) {
    const value = ((similarity[a * n + at] as number) * x + (similarity[b * n + at] as number) * y) / (x + y);
    similarity[a * n + at] = value;
    similarity[at * n + a] = value;
  }
  first.push(...second);
  clusters[b] = undefined;
}

/** The mean of unit vectors, with length 1. */
export function meanOf(vectors: Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] as number) + (vector[i] as number);
  const length = Math.sqrt(dot(mean, mean)) || 1;
  return mean.map((value) => value / length);
}
