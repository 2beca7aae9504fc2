import { meanOf, type VoiceParts } from './voice-scale.ts';

/** Regions that may be one voice. */
export interface VoiceCluster {
  regions: number[];
  /** The mean of all parts, and how many they are. */
  center: number[];
  parts: number;
}

const speakersMax = 8;
/** A cluster of fewer parts (about four seconds) may be one unusual sentence. */
const partsMin = 3;
/**
 * Two clusters are two voices if their distance times their separation reaches this (chosen with the tuning part of
 * `npm run bench:speakers`). The mean of a few parts varies by chance: with three parts, 6.2 is required.
 */
const twoVoicesMin = 4.2;
const fewPartsPenalty = 6;

/**
 * Clusters scaled regions into the expected number of voices, else into as many as differ clearly from each other. Regions of
 * small clusters are then in none of the returned ones.
 */
export function clusterVoices(regions: VoiceParts[], expected?: number): VoiceCluster[] {
  let clusters = regions.map((parts, i) => ({ regions: [i], center: meanOf(parts), parts: parts.length }));
  let voices: VoiceCluster[] = [];
  for (; clusters.length > 1; clusters = mergeNearest(clusters)) {
    if (clusters.length > (expected ?? speakersMax)) continue;
    if (expected !== undefined) return clusters;
    const large = clusters.filter(({ parts }) => parts >= partsMin);
    // If several steps find as many voices, the last one leaves out the fewest regions.
    if (large.length > 1 && large.length >= voices.length && areAllDifferent(large, regions)) voices = large;
  }
  return voices.length > 0 ? voices : clusters;
}

const areAllDifferent = (clusters: VoiceCluster[], regions: VoiceParts[]): boolean =>
  clusters.every((a, i) => clusters.slice(i + 1).every((b) => areTwoVoices(a, b, regions)));

/**
 * Two clusters are two voices if they are far apart, measured in differences within one voice, with little spread along the
 * line between their centers.
 */
function areTwoVoices(a: VoiceCluster, b: VoiceCluster, regions: VoiceParts[]): boolean {
  const direction = a.center.map((value, d) => value - (b.center[d] as number));
  const length = Math.hypot(...direction);
  if (length === 0) return false;
  const project = (point: number[]) =>
    point.reduce((sum, value, d) => sum + value * (direction[d] as number), 0) / length;
  let squares = 0;
  for (const cluster of [a, b]) {
    const center = project(cluster.center);
    for (const region of cluster.regions)
      for (const part of regions[region] as VoiceParts) squares += (project(part) - center) ** 2;
  }
  const spread = Math.sqrt(squares / Math.max(1, a.parts + b.parts - 2));
  const distance = length / Math.sqrt(direction.length);
  const required = twoVoicesMin + fewPartsPenalty / Math.min(a.parts, b.parts);
  return distance * length >= required * spread;
}

/** Ward's method: merges the pair that adds the least variance. */
function mergeNearest(clusters: VoiceCluster[]): VoiceCluster[] {
  let pair = [0, 1] as [number, number];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < clusters.length; i++) {
    for (let j = i + 1; j < clusters.length; j++) {
      const [a, b] = [clusters[i] as VoiceCluster, clusters[j] as VoiceCluster];
      const added = (squaredDistance(a.center, b.center) * a.parts * b.parts) / (a.parts + b.parts);
      if (added >= least) continue;
      least = added;
      pair = [i, j];
    }
  }
  const [a, b] = pair.map((i) => clusters[i]) as [VoiceCluster, VoiceCluster];
  const parts = a.parts + b.parts;
  const center = a.center.map((value, d) => (value * a.parts + (b.center[d] as number) * b.parts) / parts);
  const merged = { regions: [...a.regions, ...b.regions], center, parts };
  return [...clusters.filter((_, i) => !pair.includes(i)), merged];
}

export function squaredDistance(a: number[], b: number[]): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += ((a[d] as number) - (b[d] as number)) ** 2;
  return sum;
}
