import type { AnswerPassage } from '../answer.ts';

export interface Decision {
  /** The passages that answer the question, the best first; none if the material does not contain an answer. */
  relevant: AnswerPassage[];
  /** Further passages that are close to it. */
  related: AnswerPassage[];
}

/**
 * The score that the best passage must reach. Fitted to the tuning part of bench/quality, where 30 of 32 questions without an
 * answer are declined and 36 of 40 with one are answered. On other material fewer are right (ADR 130).
 */
const scoreMin = { byMeaning: 0.58, byWords: 0.5 };
/** Words of the question that occur nowhere in the material make an answer less likely. */
const unknownWordsWeight = 0.3;
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
  const reached = hasMeaning ? best - unknownWordsWeight * unknownShare(terms) : best;
  if (reached < (hasMeaning ? scoreMin.byMeaning : scoreMin.byWords)) return { relevant: [], related: [] };
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

function unknownShare(terms: { weight: number; documents: number }[]): number {
  const sum = (list: { weight: number }[]) => list.reduce((total, { weight }) => total + weight, 0);
  const all = sum(terms);
  return all === 0 ? 1 : sum(terms.filter(({ documents }) => documents === 0)) / all;
}
