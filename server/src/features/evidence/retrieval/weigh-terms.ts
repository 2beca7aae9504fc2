import type { QuestionTerm } from './question.ts';

export interface WeighedTerm extends QuestionTerm {
  documents: number;
  /** Rare words have a higher weight than frequent ones; a word that no segment contains has the highest. */
  rarity: number;
  /** The rarity, but less for a word that fits a question about any topic. */
  weight: number;
}

/** The weight of a word that fits any topic, compared with a word of the topic. */
const generalWeight = 0.25;
/** `hits` are the terms that each document contains. */
export function weighTerms(terms: QuestionTerm[], hits: number[][], segmentCount: number): WeighedTerm[] {
  const counts = terms.map(() => 0);
  for (const found of hits) for (const at of found) counts[at] = (counts[at] ?? 0) + 1;
  return terms.map((term, at) => {
    const documents = counts[at] ?? 0;
    const rarity = Math.log(1 + (Math.max(segmentCount, documents) - documents + 0.5) / (documents + 0.5));
    return { ...term, documents, rarity, weight: term.isGeneral ? generalWeight * rarity : rarity };
  });
}

/** The share of the weights that belong to the terms which a document contains. 0 to 1. */
export type Coverage = (found: Iterable<number>) => number;
export const noCoverage = { coverageOf: () => 0, topicCoverageOf: () => 0 };

export function createCoverage(weights: number[]): Coverage {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (found) => {
    let sum = 0;
    for (const at of found) sum += weights[at] ?? 0;
    return all === 0 ? 0 : sum / all;
  };
}
