import { durationOf, type Span } from './recognizer.ts';
import { clusterVoices, squaredDistance } from './voice-clusters.ts';
import { meanOf, scaleByOneVoice, type VoiceParts } from './voice-scale.ts';

/** A speech region and the features of its voice. */
export type VoicedRegion = Span & { parts: VoiceParts };

/** A shorter region does not identify a voice reliably. */
const reliableSeconds = 0.8;
/** Clustering takes cubic time: only the longest regions are clustered, the others are assigned to the nearest cluster. */
const clusteredMax = 300;

/** The speaker of each region: `Speaker 1`, `Speaker 2`, … in order of first appearance. */
export function nameSpeakers(regions: VoicedRegion[], expected?: number): string[] {
  const all = regions.map((_, i) => i);
  const secondsOf = (i: number) => durationOf(regions[i] as VoicedRegion);
  const long = all.filter((i) => secondsOf(i) >= reliableSeconds);
  const clustered = (long.length >= Math.max(3, expected ?? 0) ? long : all)
    .toSorted((a, b) => secondsOf(b) - secondsOf(a))
    .slice(0, clusteredMax)
    .toSorted((a, b) => a - b);
  const scaled = scaleByOneVoice(regions.map(({ parts }) => parts));
  const clusters = clusterVoices(
    clustered.map((i) => scaled[i] as VoiceParts),
    expected,
  );
  const clusterOf = new Map(
    clusters.flatMap(({ regions: members }, c) => members.map((m) => [clustered[m] as number, c] as const)),
  );
  const centers = clusters.map(({ center }) => center);
  const order: number[] = [];
  return scaled.map((parts, i) => {
    const speaker = clusterOf.get(i) ?? nearest(meanOf(parts), centers);
    if (!order.includes(speaker)) order.push(speaker);
    return `Speaker ${order.indexOf(speaker) + 1}`;
  });
}

const nearest = (point: number[], centers: number[][]): number =>
  centers.reduce(
    (best, center, c) =>
      squaredDistance(point, center) < squaredDistance(point, centers[best] as number[]) ? c : best,
    0,
  );
