import type { AnswerPassage } from '../answer.ts';
import { judge, measureEvidence, readAnswerWeights } from './answer-weights.ts';

export interface Decision {
  /** The passages that answer the question, the best first; none if the material does not contain an answer. */
  relevant: AnswerPassage[];
  /** Further passages that are close to it. */
  related: AnswerPassage[];
}

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
  const isAnswered = hasMeaning
    ? judge(readAnswerWeights(), measureEvidence(ordered, terms)) >= 0
    : best >= coverageMin;
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
