import {
  center,
  clusterByAverageLink,
  combine,
  countDocuments,
  createPhraseFinder,
  createReader,
  dot,
  findThemes,
  rankNames,
  similarityMatrix,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { AnswerPassage } from '../answer.ts';

export interface PassageTheme {
  /** A phrase of several words that the passages use. */
  label: string;
  passages: AnswerPassage[];
}

/** The average similarity of the passages of one theme. */
const similarityMin = 0.35;
/** The same without what all passages have in common, as in reports. */
const centeredSimilarityMin = 0.14;
const askedWeight = 0.7;
const membersMin = 2;

export interface ThemeOptions {
  themesMax: number;
  isOverview: boolean;
  /** Stems of the question. All passages share them, so they do not name a theme. */
  askedStems: string[];
  languageOf(fileId: string): string | null;
  vectors: Map<string, Float32Array>;
}

/** Groups passages by meaning, or by common words without embeddings. Passages that fit no theme are left out. */
export function findPassageThemes(passages: AnswerPassage[], options: ThemeOptions): PassageTheme[] {
  const asked = new Set(options.askedStems);
  const words = passages.map(({ segment, file_id }) =>
    createReader(options.languageOf(file_id))
      .words(segment.text)
      .map((word) => (word && asked.has(word.term) ? null : word)),
  );
  const vectors = passages.map(({ segment }) => options.vectors.get(segment.id));
  const at = (indexes: number[]) => indexes.map((i) => passages[i] as AnswerPassage);
  if (!vectors.every((vector) => vector !== undefined))
    return findThemes(words, { weights: passages.map(() => 1), themesMax: options.themesMax, membersMin })
      .filter(({ label }) => isPhrase(label))
      .map(({ label, members }) => ({ label, passages: at(members) }));

  const similarity = similarityMatrix(passages.length, (a, b) =>
    dot(vectors[a] as Float32Array, vectors[b] as Float32Array),
  );
  const texts = {
    phrases: passages.map(({ segment, file_id, speakerName }) =>
      createPhraseFinder(options.languageOf(file_id))(segment.text).filter(
        (phrase) =>
          phrase.terms.length > 1 &&
          !phrase.terms.every((term) => asked.has(term)) &&
          !phrase.text.includes(speakerName),
      ),
    ),
    terms: words.map((list) => list.flatMap((word) => word?.term ?? [])),
    sources: passages.map(({ speakerName }) => speakerName),
  };
  const counts = countDocuments(texts.terms);
  const isTheme = (cluster: number[]) => cluster.length >= membersMin;
  const clusters = options.isOverview
    ? clusterCentered(passages.map((passage) => inContext(passage, options.vectors)))
    : clusterByAverageLink(similarity, similarityMin);
  const speakers = (cluster: number[]) => new Set(at(cluster).map(({ speakerName }) => speakerName)).size;
  return clusters
    .filter(isTheme)
    .sort((a, b) => speakers(b) - speakers(a) || b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
    .slice(0, options.themesMax)
    .flatMap((cluster) => {
      const [name] = rankNames(cluster, texts, counts);
      return name ? [{ label: capitalize(name.text.replace(/\s+/g, ' ')), passages: at(cluster) }] : [];
    });
}

/** An answer often names its topic only in the question before it. */
function inContext({ segment, asked }: AnswerPassage, vectors: Map<string, Float32Array>): Float32Array {
  const own = vectors.get(segment.id) as Float32Array;
  const before = asked && vectors.get(asked.id);
  return before
    ? combine([
        { vector: own, weight: 1 },
        { vector: before, weight: askedWeight },
      ])
    : own;
}

/** Compares passages without what all of them have in common. */
function clusterCentered(vectors: Float32Array[]): number[][] {
  const centered = center(vectors);
  const similarity = similarityMatrix(vectors.length, (a, b) =>
    dot(centered.vectors[a] as Float32Array, centered.vectors[b] as Float32Array),
  );
  const { share } = centered;
  return clusterByAverageLink(similarity, centeredSimilarityMin * share + similarityMin * (1 - share));
}

/** A heading of unrelated words says nothing. */
const isPhrase = (label: string) => label.includes(' ') && !label.includes(',');
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
