import type { SimilarityMatrix } from './clusters.ts';

/** Below this similarity, two sentences are similar by chance. */
const minSimilarity = 0.1;
const damping = 0.8;
const rounds = 60;

/**
 * LexRank (Erkan and Radev, 2004), biased to a question (Otterbacher et al., 2005): a sentence ranks high if it is similar
 * to other sentences that rank high, or to the question. The highest score is 1. Deterministic.
 */
export function lexRank(similarity: SimilarityMatrix, bias: number[]): number[] {
  const n = similarity.size;
  if (n === 0) return [];
  const weights = similarity.values.map((value, at) =>
    value < minSimilarity || at % (n + 1) === 0 ? 0 : value,
  );
  const sums = Array.from({ length: n }, (_, from) =>
    weights.subarray(from * n, from * n + n).reduce((a, b) => a + b, 0),
  );
  const biasSum = bias.reduce((sum, weight) => sum + weight, 0);
  const initial = bias.map((weight) => (biasSum > 0 ? weight / biasSum : 1 / n));
  let scores = initial;
  for (let round = 0; round < rounds; round++) {
    const next = Float64Array.from(initial, (share) => (1 - damping) * share);
    let isolated = 0;
    for (let from = 0; from < n; from++) {
      const sum = sums[from] as number;
      const score = scores[from] as number;
      if (sum === 0) isolated += score;
      else
        for (let to = 0; to < n; to++)
          next[to] = (next[to] as number) + ((damping * score) / sum) * (weights[from * n + to] as number);
    }
    // The scores of sentences without similar ones are distributed over all sentences.
    for (let i = 0; i < n; i++) next[i] = (next[i] as number) + damping * isolated * (initial[i] as number);
    const moved = next.reduce((sum, score, i) => sum + Math.abs(score - (scores[i] as number)), 0);
    scores = [...next];
    if (moved < 1e-7) break;
  }
  const most = scores.reduce((max, score) => Math.max(max, score), 0);
  return most === 0 ? scores : scores.map((score) => score / most);
}

export interface Choice {
  /** The candidates, as indexes into `similarity` and `scores`. */
  from: number[];
  scores: number[];
  similarity: SimilarityMatrix;
  count: number;
  /** A candidate from a source that was already chosen scores a little less, so that more sources are represented. */
  source?: (at: number) => string;
}

const novelty = 0.35;
const repeatedSource = 0.85;

/** Maximal marginal relevance (Carbonell and Goldstein, 1998): prefers high scores that differ from the chosen ones. */
export function chooseDiverse({ from, scores, similarity, count, source }: Choice): number[] {
  const chosen: number[] = [];
  const left = new Set(from);
  while (chosen.length < count && left.size > 0) {
    let best: number | undefined;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (const at of left) {
      const closest = chosen.reduce((max, other) => Math.max(max, similarity.at(at, other)), 0);
      const repeated = source && chosen.some((other) => source(other) === source(at));
      const value =
        (1 - novelty) * (scores[at] as number) * (repeated ? repeatedSource : 1) - novelty * closest;
      if (value > bestValue) [best, bestValue] = [at, value];
    }
    if (best === undefined) break;
    chosen.push(best);
    left.delete(best);
  }
  return chosen;
}
