import { durationOf, type Span } from './recognizer.ts';

/** A speech region and the features of its voice. */
export type VoicedRegion = Span & { features: number[] };

/** A shorter region does not identify a voice reliably. */
const reliableSeconds = 1;
/** Clustering takes cubic time: only the longest regions are clustered, the others are assigned to the nearest cluster. */
const clusteredMax = 300;
const speakersMax = 8;
/** A lower score means one speaker whose sentences differ (measured on recordings with known speakers). */
const silhouetteMin = 0.45;
/** A few regions may look different by chance: with four of them, a score of 0.6 is required. */
const smallSamplePenalty = 0.6;

/** The speaker of each region: `Speaker 1`, `Speaker 2`, … in order of first appearance. */
export function nameSpeakers(regions: VoicedRegion[], expected?: number): string[] {
  const points = standardize(regions.map(({ features }) => features));
  const long = regions
    .map((_, i) => i)
    .filter((i) => durationOf(regions[i] as VoicedRegion) >= reliableSeconds);
  const candidates = long.length >= 4 ? long : regions.map((_, i) => i);
  const clustered = candidates
    .toSorted((a, b) => durationOf(regions[b] as VoicedRegion) - durationOf(regions[a] as VoicedRegion))
    .slice(0, clusteredMax)
    .toSorted((a, b) => a - b);
  const clusters = cluster(
    clustered.map((i) => points[i] as number[]),
    expected,
  );
  const centroids = clusters.map((members) =>
    meanOf(members.map((m) => points[clustered[m] as number] as number[])),
  );
  const clusterOf = new Map(
    clusters.flatMap((members, g) => members.map((m) => [clustered[m] as number, g] as const)),
  );
  const order: number[] = [];
  return points.map((point, i) => {
    const speaker = clusterOf.get(i) ?? nearest(point, centroids);
    if (!order.includes(speaker)) order.push(speaker);
    return `Speaker ${order.indexOf(speaker) + 1}`;
  });
}

/** Average-linkage clustering into the expected number of clusters, else into the number with the best silhouette. */
function cluster(points: number[][], expected?: number): number[][] {
  if (points.length === 0) return [];
  const distances = points.map((a) => points.map((b) => distance(a, b)));
  const wanted = expected ?? Math.min(speakersMax, points.length - 1);
  let best = {
    score: silhouetteMin + smallSamplePenalty / points.length,
    clusters: [points.map((_, i) => i)],
  };
  let clusters = points.map((_, i) => [i]);
  while (clusters.length > 1) {
    if (clusters.length <= wanted) {
      if (expected !== undefined) return clusters;
      const score = silhouette(clusters, distances);
      if (score >= best.score) best = { score, clusters };
    }
    clusters = mergeNearest(clusters, distances);
  }
  return expected === undefined ? best.clusters : clusters;
}

function mergeNearest(clusters: number[][], distances: number[][]): number[][] {
  let pair = [0, 1] as [number, number];
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < clusters.length; a++) {
    for (let b = a + 1; b < clusters.length; b++) {
      const distance = meanDistance(clusters[a] as number[], clusters[b] as number[], distances);
      if (distance >= least) continue;
      least = distance;
      pair = [a, b];
    }
  }
  const merged = [...(clusters[pair[0]] as number[]), ...(clusters[pair[1]] as number[])];
  return [...clusters.filter((_, i) => i !== pair[0] && i !== pair[1]), merged];
}

/** How much closer points are to their own cluster than to the next one, from −1 to 1. */
function silhouette(clusters: number[][], distances: number[][]): number {
  const scores = clusters.flatMap((own) =>
    own.map((point) => {
      if (own.length === 1) return 0;
      const others = own.filter((other) => other !== point);
      const inside = meanDistance([point], others, distances);
      const outside = Math.min(
        ...clusters.filter((g) => g !== own).map((other) => meanDistance([point], other, distances)),
      );
      return (outside - inside) / Math.max(outside, inside, 1e-9);
    }),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function meanDistance(a: number[], b: number[], distances: number[][]): number {
  let sum = 0;
  for (const i of a) for (const j of b) sum += (distances[i] as number[])[j] as number;
  return sum / (a.length * b.length);
}

function standardize(points: number[][]): number[][] {
  const mean = meanOf(points);
  const deviation = mean.map((m, d) =>
    Math.sqrt(points.reduce((sum, point) => sum + ((point[d] as number) - m) ** 2, 0) / points.length),
  );
  return points.map((point) =>
    point.map((v, d) => (v - (mean[d] as number)) / ((deviation[d] as number) || 1)),
  );
}

const meanOf = (points: number[][]): number[] =>
  (points[0] ?? []).map(
    (_, d) => points.reduce((sum, point) => sum + (point[d] as number), 0) / points.length,
  );

/** Cosine distance. */
function distance(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, v, d) => sum + v * (y[d] as number), 0);
  return 1 - dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}

const nearest = (point: number[], centroids: number[][]): number =>
  centroids.reduce(
    (best, centroid, c) =>
      distance(point, centroid) < distance(point, centroids[best] as number[]) ? c : best,
    0,
  );
