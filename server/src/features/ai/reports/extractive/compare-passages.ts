import {
  center,
  combine,
  cosine,
  dot,
  lexRank,
  type SimilarityMatrix,
  similarityMatrix,
  tfIdf,
} from '../../../../platform/ai/text-analysis/index.ts';
import type { Passage } from './passages.ts';
import { type Question, readQuestion } from './question.ts';

/** Computes unit vectors by meaning. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>;

/** How the passages relate to each other and to the question. */
export interface Comparison {
  passages: Passage[];
  similarity: SimilarityMatrix;
  /** The vectors by meaning. Undefined if there is no model for the language: words are compared instead. */
  vectors: Float32Array[] | undefined;
  /** How much of what all passages have in common was subtracted in `similarity`. */
  centered: number;
  question: Question;
  /** The similarity of each passage to the question. */
  relevance: number[];
  /** How central a passage is, above all among those that concern the question, 0 to 1. */
  scores: number[];
}

const wordWeight = 0.25;

export async function comparePassages(
  passages: Passage[],
  prompt: string,
  embed: Embed | undefined,
): Promise<Comparison> {
  const question = readQuestion(prompt, passages[0]?.language ?? null);
  const words = compareWords(passages, question);
  if (!embed) {
    const similarity = similarityMatrix(passages.length, words.similarity);
    const scores = scorePassages(passages, similarity, words.relevance);
    return { ...words, passages, similarity, vectors: undefined, centered: 0, question, scores };
  }
  const { vectors, parts } = await embedPassages(passages, question, embed);
  const centered = center(vectors);
  const similarity = similarityMatrix(
    passages.length,
    (a, b) =>
      (1 - wordWeight) * dot(centered.vectors[a] as Float32Array, centered.vectors[b] as Float32Array) +
      wordWeight * words.similarity(a, b),
  );
  const direct = vectors.map(
    (vector, at) =>
      Math.max(0, ...parts.map((part) => dot(vector, part))) + wordWeight * (words.relevance[at] ?? 0),
  );
  const relevance = addSimilarToClosest(direct, similarity);
  const scores = scorePassages(passages, similarity, relevance);
  return { passages, similarity, vectors, centered: centered.share, question, relevance, scores };
}

function compareWords(passages: Passage[], { parts }: Question) {
  const { vectors, vectorOf } = tfIdf(passages.map(({ terms }) => terms.flatMap((word) => word?.term ?? [])));
  const asked = parts.map(({ terms }) => vectorOf(terms));
  return {
    similarity: (a: number, b: number) => cosine(vectors[a] ?? new Map(), vectors[b] ?? new Map()),
    relevance: vectors.map((vector) => Math.max(0, ...asked.map((part) => cosine(vector, part)))),
  };
}

/** An answer often names its topic only in the question before it. */
const questionWeight = { first: 0.4, later: 0.2 };

async function embedPassages(passages: Passage[], { parts }: Question, embed: Embed) {
  const questions = [...new Set(passages.flatMap(({ question }) => question ?? []))];
  const texts = [...passages.map(({ text }) => text), ...questions, ...parts.map(({ text }) => text)];
  const embedded = await embed(texts);
  const questionVectors = new Map(
    questions.map((text, i) => [text, embedded[passages.length + i] as Float32Array]),
  );
  let last: string | null = null;
  const vectors = passages.map(({ question, segment }, at) => {
    const own = embedded[at] as Float32Array;
    const asked = question === null ? undefined : questionVectors.get(question);
    if (!asked) return own;
    const place = `${segment.speaker}\n${question}`;
    const weight = place === last ? questionWeight.later : questionWeight.first;
    last = place;
    return combine([
      { vector: own, weight: 1 },
      { vector: asked, weight },
    ]);
  });
  return { vectors, parts: embedded.slice(passages.length + questions.length) };
}

/** Passages that are similar to the closest ones are relevant too: they often use other words than the question. */
const feedback = { passages: 3, relevanceMin: 0.4, weight: 0.5 };

function addSimilarToClosest(relevance: number[], similarity: SimilarityMatrix): number[] {
  const closest = relevance
    .map((value, at) => ({ value, at }))
    .filter(({ value }) => value >= feedback.relevanceMin)
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, feedback.passages);
  return relevance.map((value, at) => {
    const similarities = closest
      .filter((other) => other.at !== at)
      .map((other) => similarity.at(at, other.at));
    return value + feedback.weight * Math.max(0, ...similarities);
  });
}

function scorePassages(passages: Passage[], similarity: SimilarityMatrix, relevance: number[]): number[] {
  // A small weight for all passages, so that central ones rank even if they do not concern the question.
  const ranked = lexRank(
    similarity,
    relevance.map((value) => 0.05 + Math.max(0, value)),
  );
  return passages.map(({ words, isQuestion }, at) => {
    const length = words < 5 ? 0.3 : words < 8 ? 0.7 : words > 60 ? 0.6 : 1;
    return Math.max(0.01, (ranked[at] ?? 0) * length * (isQuestion ? 0.3 : 1));
  });
}
