import type { Phrase } from './phrases.ts';

/** Texts that may be named: the phrases of each, who said it, and how often a term occurs. */
export interface NamedTexts {
  phrases: Phrase[][];
  terms: string[][];
  sources: string[];
}

export interface Name extends Phrase {
  score: number;
}

const candidatesMax = 24;
const usedOnce = 0.5;

/**
 * The phrases that can name a cluster of texts, the best first: their words occur in many texts of the cluster, by many
 * sources, and in few other texts. Deterministic.
 */
export function rankNames(cluster: number[], texts: NamedTexts, documentCounts: Map<string, number>): Name[] {
  const weights = termWeights(cluster, texts, documentCounts);
  const byTerms = new Map<string, Name & { count: number }>();
  for (const at of cluster)
    for (const phrase of texts.phrases[at] ?? []) {
      const key = phrase.terms.toSorted().join(' ');
      const known = byTerms.get(key);
      // The sum rewards a second and third word, but less than the average rewards words that matter.
      const sum = phrase.terms.reduce((total, term) => total + (weights.get(term) ?? 0), 0);
      const score = (sum / phrase.terms.length ** 0.65) * phrase.form;
      if (!known) byTerms.set(key, { ...phrase, score, count: 1 });
      else {
        known.count++;
        const isBetter =
          score > known.score || (score === known.score && phrase.text.length > known.text.length);
        if (isBetter) Object.assign(known, phrase, { score });
      }
    }
  return [...byTerms.values()]
    .map(({ count, ...name }) => ({ ...name, score: name.score * (1 + 0.3 * Math.log(count)) }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
    .slice(0, candidatesMax);
}

/** The share of the sources and texts of the cluster that use a term, higher if it is rare in other texts. */
function termWeights(cluster: number[], { terms, sources }: NamedTexts, counts: Map<string, number>) {
  const uses = new Map<string, { texts: number; by: Set<string> }>();
  for (const at of cluster)
    for (const term of new Set(terms[at])) {
      const of = uses.get(term) ?? { texts: 0, by: new Set() };
      uses.set(term, { texts: of.texts + 1, by: of.by.add(sources[at] ?? '') });
    }
  const allSources = new Set(cluster.map((at) => sources[at])).size;
  return new Map(
    [...uses].map(([term, { texts, by }]) => {
      const shareOfTheme = texts / (counts.get(term) ?? texts);
      const use = texts / cluster.length + by.size / allSources;
      // A word of one text may be a detail.
      return [term, use * (0.4 + 0.6 * shareOfTheme) * (texts > 1 || cluster.length < 3 ? 1 : usedOnce)];
    }),
  );
}

export function countDocuments(terms: string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const of of terms) for (const term of new Set(of)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
