import type { Source } from '../../../evidence/index.ts';
import type { Citation } from '../../../evidence/quotes/index.ts';
import type { AnswerDraft } from '../answer.ts';
import type { ComposeRequest } from '../extractive/compose-request.ts';

export interface Verification {
  sources: Source[];
  marks: readonly [string, string];
  unverified: string;
}

export type ChatTask =
  | { kind: 'compose'; request: ComposeRequest; verification: Verification }
  | { kind: 'verify'; draft: AnswerDraft; verification: Verification };

export interface VerifiedAnswer {
  content: string;
  answered: boolean;
  citations: Citation[];
}
