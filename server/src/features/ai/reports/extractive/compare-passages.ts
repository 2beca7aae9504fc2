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

/** Computes unit vectors. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>;

export interface Embedders {
  /** Texts with a similar meaning have similar vectors. */
  meaning: Embed;
  /** Texts with a similar mood have similar vectors. */
  mood: Embed;
}

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
/** The weight of the turn and its question when passages are compared with each other. */
const turnWeight = 1;

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
    return {
      passages,
      similarity,
      vectors: undefined,
      centered: 0,
      question,
      relevance: words.relevance,
      scores,
    };
  }
  const { own, inTurn, parts } = await embedPassages(passages, question, embed);
  const vectors = own.map((vector, at) =>
    combine([
      { vector, weight: 1 },
      { vector: inTurn[at] as Float32Array, weight: turnWeight },
    ]),
  );
  const centered = center(vectors);
  const similarity = similarityMatrix(
    passages.length,
    (a, b) =>
      (1 - wordWeight) * dot(centered.vectors[a] as Float32Array, centered.vectors[b] as Float32Array) +
      wordWeight * words.similarity(a, b),
  );
  const relevance = own.map((vector, at) => {
    const meaning = parts.map((part) => (dot(vector, part) + dot(inTurn[at] as Float32Array, part)) / 2);
    return Math.max(0, ...meaning) + wordWeight * (words.relevance[at] ?? 0);
  });
  const scores = scorePassages(passages, similarity, relevance);
  return { passages, similarity, vectors, centered: centered.share, question, relevance, scores };
}

function compareWords(passages: Passage[], { parts }: Question) {
  const { vectors } = tfIdf(passages.map(({ terms }) => terms.flatMap((word) => word?.term ?? [])));
  const inTurn = tfIdf(passages.map(({ turnTerms }) => turnTerms));
  const asked = parts.map(({ terms }) => inTurn.vectorOf(terms));
  return {
    similarity: (a: number, b: number) => cosine(vectors[a] ?? new Map(), vectors[b] ?? new Map()),
    relevance: inTurn.vectors.map((vector) => Math.max(0, ...asked.map((part) => cosine(vector, part)))),
  };
}

/**
 * Each passage has two vectors: of its own words, and of its whole turn with the question before it, because an answer often
 * names its topic only there. The question is never quoted.
 */
async function embedPassages(passages: Passage[], { parts }: Question, embed: Embed) {
  const turns = passages.map(turnOf);
  const texts = [
    ...new Set([...passages.map(({ text }) => text), ...turns, ...parts.map(({ text }) => text)]),
  ];
  const embedded = await embed(texts);
  const byText = new Map(texts.map((text, i) => [text, embedded[i] as Float32Array]));
  const vectorOf = (text: string) => byText.get(text) as Float32Array;
  return {
    own: passages.map(({ text }) => vectorOf(text)),
    inTurn: turns.map(vectorOf),
    parts: parts.map(({ text }) => vectorOf(text)),
  };
}

const turnLengthMax = 1_000;

const turnOf = ({ question, segment }: Passage) =>
  `${question === null ? '' : `${question} `}${segment.text}`.slice(0, turnLengthMax);

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
