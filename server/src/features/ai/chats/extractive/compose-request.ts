import type { AnswerPassage, RelatedRecord } from '../answer.ts';

export interface ComposeRequest {
  question: string;
  /** The language of the answer: that of the question. */
  language: string | null;
  /** `overview`: the question is about the material as a whole. `empty`: it has no words to look for. */
  mode: 'question' | 'overview' | 'empty';
  /** An overview of criticism or of praise only. */
  leaning: 'negative' | 'positive' | undefined;
  asksFor: 'others' | 'reasons' | undefined;
  /** Who was quoted in the previous answer. */
  quotedSpeakers: string[];
  /** Participants whom the question names: only their words answer it. */
  named: string[];
  /** A person whom the question names and who does not speak in the material. */
  unknownPerson: string | undefined;
  passages: AnswerPassage[];
  hasMeaning: boolean;
  terms: { stem: string; surface: string; documents: number; weight: number }[];
  records: RelatedRecord[];
  participantCount: number;
  documentCount: number;
  /** The language of each file. */
  languages: Record<string, string | null>;
  /** The embeddings of the passages by segment; empty without an embedding model. */
  vectors: Map<string, Float32Array>;
}
