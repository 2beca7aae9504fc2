import type { AnswerPassage } from '../answer.ts';

/**
 * How well a passage fits the question: its words and, with embeddings, its meaning. The weights were fitted to the
 * questions of bench/quality, without the held-out third.
 */
export function fitOf(passage: AnswerPassage, hasMeaning: boolean): number {
  const { coverageInContext, similarity, askedSimilarity } = passage;
  if (!hasMeaning) return coverageInContext;
  return 0.5 * coverageInContext + 0.5 * Math.max(similarity, 0.8 * askedSimilarity);
}

/** The best passage must reach this for the question to count as answered. */
const answerMin = { words: 0.5, meaning: 0.45 };
/** Another passage belongs to the answer if it reaches this share of the best one. */
const shareOfBest = 0.6;

/** The passages that answer the question; none if the material does not contain an answer. */
export function selectRelevant(passages: AnswerPassage[], hasMeaning: boolean): AnswerPassage[] {
  const fits = passages.map((passage) => ({ passage, fit: fitOf(passage, hasMeaning) }));
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  if (best < (hasMeaning ? answerMin.meaning : answerMin.words)) return [];
  return fits
    .filter(({ fit }) => fit >= best * shareOfBest)
    .sort((a, b) => b.fit - a.fit)
    .map(({ passage }) => passage);
}
