export const sessionStatuses = [
  'scheduled',
  'waiting',
  'in_progress',
  'completed',
  'no_show',
  'canceled',
  'abandoned',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

export const sessionKinds = ['live', 'ai'] as const;
export type SessionKind = (typeof sessionKinds)[number];

interface Transition {
  from: readonly SessionStatus[];
  to: SessionStatus;
}

/** The state machine of sessions (spec §7.8). Every change of a status is one of these. */
export const transitions = {
  /** The participant arrives. A participant who comes late is let in although the session counted as a no-show. */
  wait: { from: ['scheduled', 'no_show'], to: 'waiting' },
  /** Participant and interviewer are present. */
  start: { from: ['scheduled', 'waiting', 'no_show'], to: 'in_progress' },
  /** An interview that took place elsewhere, such as by telephone, is completed without a start. */
  complete: { from: ['scheduled', 'waiting', 'in_progress', 'no_show'], to: 'completed' },
  cancel: { from: ['scheduled', 'waiting', 'no_show'], to: 'canceled' },
  reschedule: { from: ['scheduled', 'no_show'], to: 'scheduled' },
  miss: { from: ['scheduled'], to: 'no_show' },
  abandon: { from: ['waiting', 'in_progress'], to: 'abandoned' },
  /** A participant returns to an AI interview. */
  resume: { from: ['abandoned'], to: 'in_progress' },
} as const satisfies Record<string, Transition>;

export type Action = keyof typeof transitions;

export const allows = (action: Action, status: SessionStatus): boolean =>
  (transitions[action].from as readonly SessionStatus[]).includes(status);

/** Why an action is refused, for `details`. */
export const refusal = (status: SessionStatus): string => `The session is ${status.replace('_', ' ')}.`;
