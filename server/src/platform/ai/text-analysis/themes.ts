import type { Word } from './read-text.ts';

export interface Theme {
  /** Uses words of the texts. */
  label: string;
  terms: string[];
  /** Indexes of the texts that belong to the theme, in descending order of weight. */
  members: number[];
}

export interface ThemeOptions {
  /** The weight of each text. */
  weights: number[];
  themesMax: number;
  membersMin: number;
}

const candidatesMax = 60;
/** Words that occur together less often than this belong to different themes. */
const minCooccurrence = 0.35;
/** A word in a larger share of the texts does not distinguish them. In a short interview, the topic itself is more common. */
const commonShare = { short: 0.7, long: 0.4 };
const textsOfShortInterview = 40;

/**
 * Finds themes by average-link clustering of the words with the highest weight, by how often two words are in the same
 * text. Each text then belongs to the theme with the highest weight in it. Deterministic.
 */
export function findThemes(texts: (Word | null)[][], options: ThemeOptions): Theme[] {
  const occurrences = occurrencesOf(texts);
  const candidates = selectCandidates(occurrences, texts.length, options);
  const clusters = clusterWords(candidates, occurrences);
  const members = assignTexts(clusters, occurrences, texts.length);
  return clusters
    .map((terms, i) => {
      const of = (members[i] as number[]).sort((a, b) => weight(options, b) - weight(options, a) || a - b);
      return {
        label: labelOf(
          terms,
          of.map((at) => texts[at] as (Word | null)[]),
        ),
        terms,
        members: of,
      };
    })
    .filter((theme) => theme.members.length >= options.membersMin)
    .map((theme) => ({ theme, sum: theme.members.reduce((sum, at) => sum + weight(options, at), 0) }))
    .sort((a, b) => b.sum - a.sum || (a.theme.label < b.theme.label ? -1 : 1))
    .slice(0, options.themesMax)
    .map(({ theme }) => theme);
}

const weight = ({ weights }: ThemeOptions, at: number) => weights[at] ?? 0;

function occurrencesOf(texts: (Word | null)[][]): Map<string, Set<number>> {
  const occurrences = new Map<string, Set<number>>();
  texts.forEach((words, at) => {
    for (const word of words) {
      if (!word) continue;
      const of = occurrences.get(word.term) ?? new Set();
      occurrences.set(word.term, of.add(at));
    }
  });
  return occurrences;
}

function selectCandidates(occurrences: Map<string, Set<number>>, n: number, options: ThemeOptions): string[] {
  const most = n < 10 ? n : n * (n < textsOfShortInterview ? commonShare.short : commonShare.long);
  return [...occurrences]
    .filter(([, of]) => of.size >= 2 && of.size <= most)
    .map(([term, of]) => {
      const sum = [...of].reduce((total, at) => total + weight(options, at), 0);
      return { term, score: sum * Math.log(1 + n / of.size) };
    })
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, candidatesMax)
    .map(({ term }) => term);
}

function clusterWords(terms: string[], occurrences: Map<string, Set<number>>): string[][] {
  const similarity = terms.map((a) =>
    terms.map((b) => cooccurrence(occurrences.get(a) as Set<number>, occurrences.get(b) as Set<number>)),
  );
  let clusters = terms.map((_, i) => [i]);
  for (;;) {
    let best: { a: number; b: number; value: number } | undefined;
    for (let a = 0; a < clusters.length; a++)
      for (let b = a + 1; b < clusters.length; b++) {
        const value = averageLink(clusters[a] as number[], clusters[b] as number[], similarity);
        if (value >= minCooccurrence && value > (best?.value ?? 0)) best = { a, b, value };
      }
    if (!best) return clusters.map((cluster) => cluster.map((i) => terms[i] as string));
    const { a, b } = best;
    const joined = [...(clusters[a] as number[]), ...(clusters[b] as number[])];
    clusters = clusters.flatMap((cluster, i) => (i === a ? [joined] : i === b ? [] : [cluster]));
  }
}

function cooccurrence(a: Set<number>, b: Set<number>): number {
  let both = 0;
  for (const at of a) if (b.has(at)) both++;
  return both / Math.sqrt(a.size * b.size);
}

function averageLink(a: number[], b: number[], similarity: number[][]): number {
  let sum = 0;
  for (const i of a) for (const j of b) sum += similarity[i]?.[j] ?? 0;
  return sum / (a.length * b.length);
}

/** The first clusters have the words with the highest weight, so a tie goes to the theme with the higher weight. */
function assignTexts(clusters: string[][], occurrences: Map<string, Set<number>>, n: number): number[][] {
  const best = new Map<number, { cluster: number; value: number }>();
  clusters.forEach((terms, cluster) => {
    const values = new Map<number, number>();
    for (const term of terms) {
      const of = occurrences.get(term) as Set<number>;
      for (const at of of) values.set(at, (values.get(at) ?? 0) + Math.log(1 + n / of.size));
    }
    for (const [at, value] of values)
      if (value > (best.get(at)?.value ?? 0)) best.set(at, { cluster, value });
  });
  const members: number[][] = clusters.map(() => []);
  for (const [at, { cluster }] of best) members[cluster]?.push(at);
  return members;
}

/** Two words that follow each other become a phrase; other words are separated by commas. */
function labelOf(terms: string[], texts: (Word | null)[][]): string {
  const named = terms.slice(0, 3).map((term) => surfaceOf(term, texts));
  const [first, second] = terms;
  if (first === undefined) return '';
  if (second !== undefined) {
    if (follows(first, second, texts)) named.splice(0, 2, `${named[0]} ${named[1]}`);
    else if (follows(second, first, texts)) named.splice(0, 2, `${named[1]} ${named[0]}`);
  }
  const label = named.join(', ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function follows(first: string, second: string, texts: (Word | null)[][]): boolean {
  let times = 0;
  for (const words of texts)
    for (let i = 1; i < words.length; i++)
      if (words[i - 1]?.term === first && words[i]?.term === second) times++;
  return times >= 2;
}

function surfaceOf(term: string, texts: (Word | null)[][]): string {
  const tally = new Map<string, number>();
  for (const words of texts)
    for (const word of words)
      if (word?.term === term) tally.set(word.surface, (tally.get(word.surface) ?? 0) + 1);
  const [best] = [...tally].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best?.[0] ?? term;
}
