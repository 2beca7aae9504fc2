import {
  center,
  clusterByAverageLink,
  combine,
  cosine,
  createReader,
  detectLanguage,
  dot,
  similarityMatrix,
  tfIdf,
} from '../../../platform/ai/text-analysis/index.ts';
import { findNames, type NameCandidate } from './find-names.ts';

export interface GroupedText {
  title: string;
  /** The title with everything else that is compared. */
  text: string;
}

export interface TextGroup {
  name: string;
  /** Indexes of texts, in their order. */
  members: number[];
}

type Embed = (texts: string[]) => Promise<Float32Array[]>;

/** Nobody reads more lanes at once. */
const groupsMax = 12;
/** Less of what all texts have in common is subtracted if there are few of them (ADR 24). */
const leastSimilarity = { centered: 0.13, uncentered: 0.4 };
/** Texts with one of ten words in common. */
const leastWordSimilarity = 0.1;
/** Two words say more than one. */
const wordBonus = 0.15;

/**
 * Groups texts that say something similar, the largest group first, named with a phrase of their titles. Without `embed` it
 * compares their words. Deterministic.
 */
export async function groupTexts(texts: GroupedText[], embed: Embed | undefined): Promise<TextGroup[]> {
  if (texts.length < 2) return [];
  // Titles have too few stop words to detect the language of a small board.
  const reader = createReader(detectLanguage(texts.map(({ text }) => text).join(' ')) ?? 'en');
  const vectors = await embed?.(texts.map(({ text }) => text));
  const clusters = (vectors ? clusterByMeaning(vectors) : clusterByWords(texts, reader))
    .filter(({ length }) => length > 1)
    .sort((a, b) => b.length - a.length || (a[0] as number) - (b[0] as number))
    .slice(0, groupsMax);
  const candidates = clusters.map((members) =>
    findNames(
      members.map((at) => (texts[at] as GroupedText).title),
      reader,
    ),
  );
  const nameVectors = await embed?.(candidates.flat().map(({ name }) => name));
  let next = 0;
  const taken = new Set<string>();
  return clusters.map((members, i) => {
    const meaning =
      vectors && combine(members.map((at) => ({ vector: vectors[at] as Float32Array, weight: 1 })));
    const ranked = (candidates[i] as NameCandidate[])
      .map((candidate) => {
        const vector = nameVectors?.[next++];
        const closeness = vector && meaning ? dot(vector, meaning) : 0;
        const share = candidate.count / members.length;
        return { ...candidate, value: share + closeness + wordBonus * (candidate.words - 1) };
      })
      .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
    const titles = members.map((at) => (texts[at] as GroupedText).title);
    const name = [...ranked.map((one) => one.name), ...titles].find((one) => !taken.has(one)) ?? '';
    taken.add(name);
    return { name: [...name].slice(0, 100).join(''), members };
  });
}

function clusterByMeaning(vectors: Float32Array[]): number[][] {
  const { vectors: centered, share } = center(vectors);
  const similarity = similarityMatrix(vectors.length, (a, b) =>
    dot(centered[a] as Float32Array, centered[b] as Float32Array),
  );
  const { centered: least, uncentered } = leastSimilarity;
  return clusterByAverageLink(similarity, least * share + uncentered * (1 - share));
}

function clusterByWords(texts: GroupedText[], reader: ReturnType<typeof createReader>): number[][] {
  const terms = texts.map(({ text }) => reader.words(text).flatMap((word) => word?.term ?? []));
  const { vectors } = tfIdf(terms);
  const similarity = similarityMatrix(texts.length, (a, b) =>
    cosine(vectors[a] as (typeof vectors)[number], vectors[b] as (typeof vectors)[number]),
  );
  return clusterByAverageLink(similarity, leastWordSimilarity);
}
