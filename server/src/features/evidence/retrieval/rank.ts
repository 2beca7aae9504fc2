import type { SourceSegment } from '../source.ts';
import type { Candidate } from './candidates.ts';
import type { SemanticIndex } from './semantic-index.ts';

/** Words of a participant or a document that may answer a question. */
export interface RetrievedPassage extends Candidate {
  /** Cosine of the embeddings of question and segment; 0 without embeddings. */
  similarity: number;
  /** The same for the interviewer's question. */
  askedSimilarity: number;
  /** The cosine of the topic words of the question and the segment. */
  topicSimilarity: number;
  /** The largest cosine of the question and a sentence of the segment; 0 for all but the best passages. */
  sentenceSimilarity: number;
  /** How well the passage fits the question, by words and by meaning. */
  score: number;
}

/** For passages that are not compared by meaning. */
export const withoutSimilarity = {
  similarity: 0,
  askedSimilarity: 0,
  topicSimilarity: 0,
  sentenceSimilarity: 0,
};

/** Fitted to the questions of bench/quality, without the held-out part. */
const weights = { similarity: 1, askedSimilarity: 0.6, topicSimilarity: 0.5, coverage: 0.3 };

/** The passages with a score, the best first. Without a semantic index, only their words count. */
export function rank(
  candidates: Candidate[],
  semantic: SemanticIndex | undefined,
  vectors: Map<string, Float32Array>,
): RetrievedPassage[] {
  const compare = (segment: SourceSegment | undefined) =>
    (segment && semantic?.similarity(vectors.get(segment.id))) ?? { question: 0, topic: 0 };
  return candidates
    .map((candidate) => {
      const { question: similarity, topic: topicSimilarity } = compare(candidate.segment);
      const askedSimilarity = compare(candidate.asked).question;
      const score = semantic
        ? weights.similarity * similarity +
          weights.askedSimilarity * askedSimilarity +
          weights.topicSimilarity * topicSimilarity +
          weights.coverage * candidate.coverageInContext
        : candidate.coverageInContext;
      return { ...candidate, similarity, askedSimilarity, topicSimilarity, sentenceSimilarity: 0, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.segment.ordinal - b.segment.ordinal);
}
