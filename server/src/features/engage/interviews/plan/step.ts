import type { Question } from '../../tests/index.ts';

/**
 * What the moderator does next. A step has no wording: `wording` turns it into a message. A step is `repeated` if the
 * participant asked something instead of answering.
 */
export type Step =
  | { kind: 'ask'; question_id: string; repeated?: true }
  /** Shown without waiting for a reply. */
  | { kind: 'statement'; question_id: string }
  /** A further question about the same topic. `number` counts from 1. */
  | { kind: 'probe'; question_id: string; number: number; style: ProbeStyle; repeated?: true }
  /** The answer does not fit the options or the scale: the question is explained once. */
  | { kind: 'clarify'; question_id: string; repeated?: true }
  | { kind: 'offer_to_stop'; reason: OfferReason }
  | { kind: 'close'; reason: CloseReason };

/** `deepen` asks more about what was said, `reason` asks why this option or number, `open` helps after few words. */
export type ProbeStyle = 'deepen' | 'reason' | 'open';
export type OfferReason = 'upset' | 'refusal' | 'unknown';
export type CloseReason = 'done' | 'time' | 'stopped';

export const readingKinds = [
  /** Enough was said to ask further. */
  'full',
  'short',
  /** “I don't know.” */
  'unknown',
  /** “I'd rather not say.” */
  'refused',
  'upset',
  /** The participant wants to end the interview. */
  'stop',
  /** The participant asks for the question again, or who reads the answers. */
  'question',
  /** No option and no number of the question. */
  'unreadable',
] as const;

/**
 * What the plan knows about an answer. It does not contain the words, so an answer that tries to instruct the moderator
 * cannot change the plan.
 */
export interface Reading {
  kind: (typeof readingKinds)[number];
  value: number | boolean | null;
  option_ids: string[];
}

export type Turn = { role: 'moderator'; step: Step } | { role: 'participant'; reading: Reading };

export interface Guide {
  questions: Question[];
  moderator: { follow_up_depth: number; max_minutes: number };
}
