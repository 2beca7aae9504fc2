import type { Reader } from '../../../platform/ai/text-analysis/index.ts';

export interface NameCandidate {
  name: string;
  words: number;
  /** How many titles contain it. */
  count: number;
}

const wordsMax = 3;
const candidatesMax = 12;
/** A phrase of one title is a detail. */
const countMin = 2;

/** The phrases of up to three words that several titles contain. A phrase begins and ends with a word that has a topic. */
export function findNames(titles: string[], reader: Reader): NameCandidate[] {
  const found = new Map<string, { name: string; words: number; titles: Set<number> }>();
  titles.forEach((title, at) => {
    const tokens = reader.tokens(title);
    for (const [from, first] of tokens.entries())
      for (let to = from; to < Math.min(tokens.length, from + wordsMax); to++) {
        const last = tokens[to];
        if (!last?.term || !first.term) continue;
        const terms = tokens.slice(from, to + 1).flatMap(({ term }) => term ?? []);
        const key = terms.join(' ');
        const known = found.get(key) ?? {
          name: capitalize(title.slice(first.from, last.to)),
          words: terms.length,
          titles: new Set<number>(),
        };
        known.titles.add(at);
        found.set(key, known);
      }
  });
  return [...found.values()]
    .map(({ name, words, titles: of }) => ({ name, words, count: of.size }))
    .filter(({ count }) => count >= countMin)
    .sort((a, b) => b.count - a.count || b.words - a.words || (a.name < b.name ? -1 : 1))
    .slice(0, candidatesMax);
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
