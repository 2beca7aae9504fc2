import type { Draft } from '../answers/draft.ts';
import type { Client } from '../api/client.ts';
import type { Question } from '../api/wire.ts';

/** What the field of every question type gets. */
export interface FieldProps {
  question: Question;
  draft: Draft;
  onChange(draft: Draft): void;
  onPaste(): void;
  /** The id of the heading that names the field. */
  labelledBy: string;
  /** The id of the error if the answer is missing. */
  errorId: string | undefined;
  client: Client;
  /** Whether the participant agreed to recordings. */
  canRecord: boolean;
  /** Whether open questions are also answered by voice. */
  canSpeak: boolean;
  /** A spoken answer is being recorded, or waits to become text or to be discarded. */
  onRecording(isOpen: boolean): void;
}
