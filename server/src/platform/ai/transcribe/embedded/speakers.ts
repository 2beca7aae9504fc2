import { lengthOf, type Span } from './recognizer.ts';

export type Voiced = Span & { voice: number[] };

/** Too short to know a voice by. */
const telling = 1;
/** The work grows with the cube of these: the longest stretches tell the voices, the others are held against them. */
const comparedMax = 300;
const speakersMax = 8;
/** Below this, differences are those of one person's sentences (found on recordings with known speakers). */
const silhouetteMin = 0.45;
/** A few stretches look apart by chance: with four of them, 0.6 is asked for. */
const doubt = 0.6;

/** Who speaks in each stretch: `Speaker 1`, `Speaker 2`, … in the order in which they are first heard. */
export function nameSpeakers(stretches: Voiced[], expected?: number): string[] {
  const points = standardize(stretches.map(({ voice }) => voice));
  const long = stretches.map((_, i) => i).filter((i) => lengthOf(stretches[i] as Voiced) >= telling);
  const candidates = long.length >= 4 ? long : stretches.map((_, i) => i);
  const compared = candidates
    .toSorted((a, b) => lengthOf(stretches[b] as Voiced) - lengthOf(stretches[a] as Voiced))
    .slice(0, comparedMax)
    .toSorted((a, b) => a - b);
  const groups = group(
    compared.map((i) => points[i] as number[]),
    expected,
  );
  const centres = groups.map((members) =>
    meanOf(members.map((m) => points[compared[m] as number] as number[])),
  );
  const own = new Map(
    groups.flatMap((members, g) => members.map((m) => [compared[m] as number, g] as const)),
  );
  const order: number[] = [];
  return points.map((point, i) => {
    const speaker = own.get(i) ?? nearest(point, centres);
    if (!order.includes(speaker)) order.push(speaker);
    return `Speaker ${order.indexOf(speaker) + 1}`;
  });
}

/** Average-link clustering; as many groups as asked for, else as many as are best told apart. */
function group(points: number[][], expected?: number): number[][] {
  if (points.length === 0) return [];
  const distances = points.map((a) => points.map((b) => distance(a, b)));
  const wanted = expected ?? Math.min(speakersMax, points.length - 1);
  let best = { score: silhouetteMin + doubt / points.length, groups: [points.map((_, i) => i)] };
  let groups = points.map((_, i) => [i]);
  while (groups.length > 1) {
    if (groups.length <= wanted) {
      if (expected !== undefined) return groups;
      const score = silhouette(groups, distances);
      if (score >= best.score) best = { score, groups };
    }
    groups = joinNearest(groups, distances);
  }
  return expected === undefined ? best.groups : groups;
}

function joinNearest(groups: number[][], distances: number[][]): number[][] {
  let pair = [0, 1] as [number, number];
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < groups.length; a++) {
    for (let b = a + 1; b < groups.length; b++) {
      const between = meanDistance(groups[a] as number[], groups[b] as number[], distances);
      if (between >= least) continue;
      least = between;
      pair = [a, b];
    }
  }
  const joined = [...(groups[pair[0]] as number[]), ...(groups[pair[1]] as number[])];
  return [...groups.filter((_, i) => i !== pair[0] && i !== pair[1]), joined];
}

/** How much nearer everyone is to their own group than to the next one, from −1 to 1. */
function silhouette(groups: number[][], distances: number[][]): number {
  const scores = groups.flatMap((own) =>
    own.map((point) => {
      if (own.length === 1) return 0;
      const others = own.filter((other) => other !== point);
      const inside = meanDistance([point], others, distances);
      const outside = Math.min(
        ...groups.filter((g) => g !== own).map((other) => meanDistance([point], other, distances)),
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
  const spread = mean.map((m, d) =>
    Math.sqrt(points.reduce((sum, point) => sum + ((point[d] as number) - m) ** 2, 0) / points.length),
  );
  return points.map((point) => point.map((v, d) => (v - (mean[d] as number)) / ((spread[d] as number) || 1)));
}

const meanOf = (points: number[][]): number[] =>
  (points[0] ?? []).map(
    (_, d) => points.reduce((sum, point) => sum + (point[d] as number), 0) / points.length,
  );

/** 1 − cosine. */
function distance(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, v, d) => sum + v * (y[d] as number), 0);
  return 1 - dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}

const nearest = (point: number[], centres: number[][]): number =>
  centres.reduce(
    (best, centre, c) => (distance(point, centre) < distance(point, centres[best] as number[]) ? c : best),
    0,
  );
