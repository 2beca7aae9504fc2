/** The features of a region's voice, in parts of about a second. */
export type VoiceParts = number[][];

/**
 * How much each feature differs between parts of one region, so within one voice: the standard deviations in synthetic speech (two
 * synthesizers) and in real speech, with equal weights. A short recording has too few parts to measure its own.
 */
const usualDeviations = [
  7.38, 4.31, 4.46, 3.06, 2.98, 2.8, 2.25, 1.89, 1.72, 1.61, 1.55, 1.34, 1.18, 1.25, 1.11, 1.07, 0.99, 0.9,
  0.79, 0.12,
];
/** How many measured differences count as much as the usual deviations. */
const usualWeight = 20;

export const meanOf = (points: number[][]): number[] =>
  (points[0] ?? []).map(
    (_, d) => points.reduce((sum, point) => sum + (point[d] as number), 0) / points.length,
  );

/**
 * Scales features so that 1 is the usual difference between two parts of one region. A region has one speaker, so this is how
 * much a voice varies with its words. Unlike the spread of all regions, it does not depend on how many people speak.
 */
export function scaleByOneVoice(regions: VoiceParts[]): VoiceParts[] {
  const squares = usualDeviations.map((deviation) => usualWeight * deviation ** 2);
  let weight = usualWeight;
  for (const parts of regions) {
    const mean = meanOf(parts);
    for (const part of parts)
      part.forEach((value, d) => {
        squares[d] = (squares[d] as number) + (value - (mean[d] as number)) ** 2;
      });
    weight += Math.max(0, parts.length - 1);
  }
  const deviations = squares.map((sum) => Math.sqrt(sum / weight));
  return regions.map((parts) =>
    parts.map((part) => part.map((value, d) => value / (deviations[d] as number))),
  );
}
