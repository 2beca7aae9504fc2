import type { AnswerPassage } from '../answer.ts';

export interface Decision {
  /** The passages that answer the question, the best first; none if the material does not contain an answer. */
  relevant: AnswerPassage[];
  /** Further passages that are close to it. */
  related: AnswerPassage[];
}

/**
 * A logistic regression over the best passages: positive if they answer the question. Fitted to the questions of the tuning
 * part of bench/quality, where each study was left out once to choose the bias (ADR 285).
 */
const evidenceWeights = {
  similarity: 4.4,
  topicSimilarity: 1.9,
  askedSimilarity: 3.6,
  sentenceSimilarity: 6,
  topicCoverage: 1.9,
} as const;
/** Words of the question that occur nowhere in the material make an answer less likely. */
const unknownWordsWeight = -2.6;
const bias = -5.85;
const judgedPassages = 8;
/** The coverage that the best passage must reach without an embedding model. */
const coverageMin = 0.5;
/** Shares of the best score from which a passage is part of the answer, or related to it. */
const shareOfBest = { relevant: 0.7, related: 0.45 };

export function decide(
  passages: AnswerPassage[],
  terms: { weight: number; documents: number }[],
  hasMeaning: boolean,
): Decision {
  const scoreOf = ({ score, coverageInContext }: AnswerPassage) => (hasMeaning ? score : coverageInContext);
  const ordered = passages.toSorted((a, b) => scoreOf(b) - scoreOf(a) || b.score - a.score);
  const best = ordered[0] ? scoreOf(ordered[0]) : 0;
  const isAnswered = hasMeaning ? judge(ordered.slice(0, judgedPassages), terms) >= 0 : best >= coverageMin;
  if (!isAnswered) return { relevant: [], related: [] };
  const known = terms.flatMap(({ documents }, at) => (documents > 0 ? [at] : []));
  // Who uses the very words of the question speaks about it, however they are meant.
  const isRelevant = (one: AnswerPassage) =>
    scoreOf(one) >= best * shareOfBest.relevant ||
    (known.length > 0 && known.every((at) => one.terms.includes(at)));
  return {
    relevant: ordered.filter(isRelevant),
    related: ordered.filter((one) => !isRelevant(one) && scoreOf(one) >= best * shareOfBest.related),
  };
}

function judge(passages: AnswerPassage[], terms: { weight: number; documents: number }[]): number {
  let sum = bias + unknownWordsWeight * unknownShare(terms);
  for (const [name, weight] of Object.entries(evidenceWeights))
    sum += weight * Math.max(0, ...passages.map((one) => one[name as keyof typeof evidenceWeights]));
  return sum;
}

function unknownShare(terms: { weight: number; documents: number }[]): number {
  const sum = (list: { weight: number }[]) => list.reduce((total, { weight }) => total + weight, 0);
  const all = sum(terms);
  return all === 0 ? 1 : sum(terms.filter(({ documents }) => documents === 0)) / all;
}
