import type { Sentiment } from '../../../platform/ai/sentiment/index.ts';
import type { RetrievedPassage } from '../../evidence/retrieval/index.ts';

/** An answer before verification: Markdown with `[cit_n]` after each quotation. */
export interface AnswerDraft {
  text: string;
  /** False if the material does not contain an answer. */
  answered: boolean;
  /** The segments that the draft gives for each quotation, by citation id. */
  namedSegments: Record<string, string[]>;
}

/** A note, card or report that contains words of the question. */
export interface RelatedRecord {
  type: 'note' | 'card' | 'report';
  title: string | null;
  text: string;
  coverage: number;
}

export interface AnswerPassage extends RetrievedPassage {
  /** Only of English passages, and only with embeddings. */
  sentiment?: Sentiment;
}
