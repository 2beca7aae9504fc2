import {
  clusterByAverageLink,
  combine,
  countDocuments,
  createPhraseFinder,
  dot,
  findThemes,
  type Name,
  rankNames,
  type SimilarityMatrix,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { Comparison, Embed } from './compare-passages.ts';

export interface Theme {
  /** A phrase that a participant used. */
  label: string;
  /** Indexes of passages, the most central first. */
  members: number[];
}

const membersMin = 2;
const themesMax = 8;
/** Only the largest clusters are named. */
const namedMax = 24;
/** The average similarity in a cluster. Less of what passages have in common is subtracted if there are few of them. */
const clusterSimilarity = { centered: 0.13, uncentered: 0.4 };
/** Each passage then moves to the cluster that it is most similar to, if its average similarity to it is at least this. */
const memberSimilarity = 0.18;
const refinements = 3;
/** Two passages alone are a theme only if they are more similar than this. */
const pairSimilarity = 0.27;
/** Two themes whose names or passages mean the same are one. */
const sameName = 0.72;
const sameMeaning = 0.8;
/** Two themes whose names share a word are one at this average similarity. */
const sameWordSimilarity = 0.08;
/** A word of more passages is the subject of the study and not of a theme. */
const commonShareMax = 0.15;

/** Themes are groups of passages with one meaning, named by a phrase that participants used. Most participants first. */
export async function findReportThemes(comparison: Comparison, embed: Embed | undefined): Promise<Theme[]> {
  const clusters = (comparison.vectors ? clusterByMeaning(comparison) : clusterLexically(comparison))
    .filter((cluster) => cluster.length >= membersMin)
    .reduce((merged, cluster) => mergeByWord(comparison, merged, cluster), [] as number[][])
    .sort((a, b) => byImportance(comparison, a, b))
    .slice(0, namedMax);
  const named = await nameClusters(comparison, clusters, embed);
  return mergeDuplicates(named, comparison)
    .map((theme) => ({ ...theme, members: membersByName(theme, comparison) }))
    .filter(({ members }) => members.length >= membersMin)
    .sort((a, b) => byImportance(comparison, a.members, b.members))
    .slice(0, themesMax)
    .map(({ label, members }) => ({ label, members: byScore(comparison, members) }));
}

const isTopical = ({ passages }: Comparison, at: number) => {
  const passage = passages[at];
  return passage !== undefined && !passage.isQuestion && passage.terms.some(Boolean);
};

const speakersOf = ({ passages }: Comparison, members: number[]) =>
  new Set(members.map((at) => passages[at]?.speakerName)).size;

const byImportance = (comparison: Comparison, a: number[], b: number[]) =>
  speakersOf(comparison, b) - speakersOf(comparison, a) ||
  b.length - a.length ||
  (a[0] as number) - (b[0] as number);

const byScore = ({ scores }: Comparison, members: number[]) =>
  members.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);

function clusterByMeaning(comparison: Comparison): number[][] {
  const { similarity, centered } = comparison;
  const { centered: least, uncentered } = clusterSimilarity;
  const topical = (cluster: number[]) => cluster.filter((at) => isTopical(comparison, at));
  const isLarge = (cluster: number[]) => cluster.length >= membersMin;
  let clusters = clusterByAverageLink(similarity, least * centered + uncentered * (1 - centered))
    .map(topical)
    .filter(isLarge);
  const all = topical(comparison.passages.map((_, at) => at));
  const memberMin = memberSimilarity * centered + uncentered * (1 - centered);
  for (let round = 0; round < refinements; round++) {
    const next = clusters.map((): number[] => []);
    for (const at of all) {
      const averages = clusters.map((cluster) => averageTo(similarity, at, cluster));
      const best = averages.indexOf(Math.max(...averages));
      if ((averages[best] ?? 0) >= memberMin) next[best]?.push(at);
    }
    clusters = next.filter(isLarge);
  }
  const pairMin = pairSimilarity * centered + uncentered * (1 - centered);
  return clusters.filter(([a = 0, b = 0, ...more]) => more.length > 0 || similarity.at(a, b) >= pairMin);
}

function averageTo(similarity: SimilarityMatrix, at: number, cluster: number[]): number {
  let sum = 0;
  let count = 0;
  for (const other of cluster)
    if (other !== at) {
      sum += similarity.at(at, other);
      count++;
    }
  return count === 0 ? 0 : sum / count;
}

/** Joins a cluster with another one in which most passages use the same word. */
function mergeByWord(comparison: Comparison, merged: number[][], cluster: number[]): number[][] {
  const word = commonWordOf(comparison, cluster);
  const same =
    word === undefined ? -1 : merged.findIndex((other) => commonWordOf(comparison, other) === word);
  return same < 0
    ? [...merged, cluster]
    : merged.map((other, at) => (at === same ? [...other, ...cluster] : other));
}

/** A word of more than half of the passages of a cluster, if it is not common everywhere. */
function commonWordOf(comparison: Comparison, cluster: number[]): string | undefined {
  const counts = countDocuments(cluster.map((at) => termsOf(comparison, at)));
  const [best] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  if (!best || best[1] < 2 || best[1] * 2 <= cluster.length) return undefined;
  const isTypical = countUses(comparison, best[0]) <= comparison.passages.length * commonShareMax;
  return isTypical ? best[0] : undefined;
}

const termsOf = ({ passages }: Comparison, at: number) =>
  passages[at]?.terms.flatMap((word) => word?.term ?? []) ?? [];

const countUses = ({ passages }: Comparison, term: string) =>
  passages.filter(({ terms }) => terms.some((word) => word?.term === term)).length;

function clusterLexically(comparison: Comparison): number[][] {
  const { passages, scores } = comparison;
  const texts = passages.map(({ terms }, at) => (isTopical(comparison, at) ? terms : []));
  return findThemes(texts, { weights: scores, themesMax: namedMax, membersMin }).map(
    ({ members }) => members,
  );
}

interface NamedCluster {
  label: string;
  terms: string[];
  members: number[];
  /** The vector of the name. */
  nameVector: Float32Array | undefined;
  /** The mean of the passages. */
  meaning: Float32Array | undefined;
}

async function nameClusters(
  comparison: Comparison,
  clusters: number[][],
  embed: Embed | undefined,
): Promise<NamedCluster[]> {
  const { passages, vectors } = comparison;
  const findPhrases = createPhraseFinder(passages[0]?.language ?? null);
  const names = new Set(passages.flatMap(({ speakerName }) => speakerName.toLowerCase().split(/\s+/)));
  const isInCluster = new Set(clusters.flat());
  const texts = {
    phrases: passages.map(({ text }, at) =>
      isInCluster.has(at)
        ? findPhrases(text).filter(
            (phrase) => !phrase.text.split(/\s+/).some((word) => names.has(word.toLowerCase())),
          )
        : [],
    ),
    terms: passages.map((_, at) => termsOf(comparison, at)),
    sources: passages.map(({ speakerName }) => speakerName),
  };
  const counts = countDocuments(texts.terms);
  const candidates = clusters.map((cluster) => rankNames(cluster, texts, counts));
  const phraseVectors = embed ? await embed(candidates.flat().map(({ text }) => text)) : undefined;
  let next = 0;
  return clusters.map((members, i) => {
    const own = (candidates[i] as Name[]).map((name) => ({ ...name, vector: phraseVectors?.[next++] }));
    const meaning =
      vectors && combine(members.map((at) => ({ vector: vectors[at] as Float32Array, weight: 1 })));
    const ranked = own
      .map((name) => {
        const closeness = meaning && name.vector ? dot(name.vector, meaning) : undefined;
        // A name has to be typical of the passages and to say what they are about.
        return { ...name, closeness, value: name.score + nameMeaningWeight * (closeness ?? 0) };
      })
      .filter(({ closeness }) => closeness === undefined || closeness >= nameMeaningMin)
      .sort((a, b) => b.value - a.value || (a.text < b.text ? -1 : 1));
    const [best] = ranked;
    return {
      label: best ? capitalize(best.text.replace(/\s+/g, ' ')) : '',
      terms: best?.terms ?? [],
      members,
      nameVector: best?.vector,
      meaning,
    };
  });
}

const nameMeaningWeight = 3.5;
/** A cluster without a closer phrase has no name, and is no theme. */
const nameMeaningMin = 0.28;
/** A passage that is less similar to the name of its theme is not about it. */
const memberNameMin = 0.15;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A report says how many participants speak about a theme by its name, so the passages have to fit the name: those that
 * neither use one of its words nor mean something similar are removed, and those that use all of its words are added.
 */
function membersByName({ terms, members, nameVector }: NamedCluster, comparison: Comparison): number[] {
  const used = comparison.passages.map((_, at) => {
    const own = new Set(termsOf(comparison, at));
    return terms.filter((term) => own.has(term)).length;
  });
  const isMember = new Set(members);
  const meansName = (at: number) => {
    const vector = comparison.vectors?.[at];
    return !nameVector || !vector || dot(nameVector, vector) >= memberNameMin;
  };
  return used.flatMap((count, at) => {
    if (isMember.has(at)) return count > 0 || meansName(at) ? [at] : [];
    return terms.length > 1 && count === terms.length && isTopical(comparison, at) ? [at] : [];
  });
}

/** Joins a theme into an earlier, more important one with the same meaning. */
function mergeDuplicates(themes: NamedCluster[], comparison: Comparison): NamedCluster[] {
  const merged: NamedCluster[] = [];
  for (const theme of themes) {
    if (theme.label === '') continue;
    const same = merged.find((other) => isSame(other, theme, comparison));
    if (same) same.members = [...same.members, ...theme.members];
    else merged.push({ ...theme });
  }
  return merged;
}

function isSame(a: NamedCluster, b: NamedCluster, comparison: Comparison): boolean {
  const { similarity, passages } = comparison;
  const shared = a.terms.filter((term) => b.terms.includes(term));
  if (shared.length === Math.min(a.terms.length, b.terms.length)) return true;
  const average =
    a.members.reduce((sum, at) => sum + averageTo(similarity, at, b.members), 0) / a.members.length;
  const isTypical = (term: string) => countUses(comparison, term) <= passages.length * commonShareMax;
  if (shared.some(isTypical) && average >= sameWordSimilarity) return true;
  if (a.nameVector && b.nameVector && dot(a.nameVector, b.nameVector) >= sameName) return true;
  return a.meaning !== undefined && b.meaning !== undefined && dot(a.meaning, b.meaning) >= sameMeaning;
}
