import { cosine, type Vector } from './vectors.ts';

/** Below this, two sentences share a word by chance. */
const likeness = 0.1;
const damping = 0.8;
const rounds = 60;

/**
 * LexRank (Erkan and Radev, 2004), biased to a question (Otterbacher et al., 2005): a sentence counts as much as the
 * sentences like it count, and more if it is near to what was asked. The largest is 1. Same input, same output.
 */
export function lexRank(vectors: Vector[], bias: number[]): number[] {
  const n = vectors.length;
  if (n === 0) return [];
  const edges = graph(vectors);
  const biasSum = bias.reduce((sum, weight) => sum + weight, 0);
  const home = bias.map((weight) => (biasSum > 0 ? weight / biasSum : 1 / n));
  let scores = home;
  for (let round = 0; round < rounds; round++) {
    const next = home.map((share) => (1 - damping) * share);
    let lonely = 0;
    for (let i = 0; i < n; i++) {
      const out = edges[i] as Edges;
      const score = scores[i] as number;
      if (out.sum === 0) lonely += score;
      for (const { to, weight } of out.list)
        next[to] = (next[to] as number) + (damping * score * weight) / out.sum;
    }
    // What is like nothing hands its weight back to all.
    for (let i = 0; i < n; i++) next[i] = (next[i] as number) + damping * lonely * (home[i] as number);
    const moved = next.reduce((sum, score, i) => sum + Math.abs(score - (scores[i] as number)), 0);
    scores = next;
    if (moved < 1e-7) break;
  }
  const most = scores.reduce((max, score) => Math.max(max, score), 0);
  return most === 0 ? scores : scores.map((score) => score / most);
}

interface Edges {
  list: { to: number; weight: number }[];
  sum: number;
}

/** Only pairs that share a word are compared. */
function graph(vectors: Vector[]): Edges[] {
  const postings = new Map<string, { at: number; weight: number }[]>();
  vectors.forEach((vector, at) => {
    for (const [term, weight] of vector) {
      const list = postings.get(term) ?? [];
      list.push({ at, weight });
      postings.set(term, list);
    }
  });
  return vectors.map((vector, i) => {
    const sums = new Map<number, number>();
    for (const [term, weight] of vector)
      for (const other of postings.get(term) ?? [])
        if (other.at !== i) sums.set(other.at, (sums.get(other.at) ?? 0) + weight * other.weight);
    const list = [...sums].filter(([, sum]) => sum >= likeness).map(([to, weight]) => ({ to, weight }));
    return { list, sum: list.reduce((sum, { weight }) => sum + weight, 0) };
  });
}

export interface Choice {
  /** What may be chosen, as places in `vectors` and `scores`. */
  from: number[];
  scores: number[];
  vectors: Vector[];
  count: number;
  /** Sources that were heard already count a little less, so that more are. */
  source?: (at: number) => string;
}

const novelty = 0.35;
const repeatedSource = 0.85;

/** Maximal marginal relevance (Carbonell and Goldstein, 1998): the best, then the best that says something else. */
export function chooseDiverse({ from, scores, vectors, count, source }: Choice): number[] {
  const chosen: number[] = [];
  const left = new Set(from);
  while (chosen.length < count && left.size > 0) {
    let best: number | undefined;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const at of left) {
      const seen = chosen.reduce(
        (max, other) => Math.max(max, cosine(vectors[at] as Vector, vectors[other] as Vector)),
        0,
      );
      const heard = source && chosen.some((other) => source(other) === source(at));
      const value = (1 - novelty) * (scores[at] as number) * (heard ? repeatedSource : 1) - novelty * seen;
      if (value > bestValue) [best, bestValue] = [at, value];
    }
    if (best === undefined) break;
    chosen.push(best);
    left.delete(best);
  }
  return chosen;
}
