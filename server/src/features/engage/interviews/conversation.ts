import type { VersionContent } from '../tests/index.ts';
import { coverageOf } from './plan/coverage.ts';
import { nextStep } from './plan/plan.ts';
import { type GivenAnswer, readAnswer } from './plan/read-answer.ts';
import type { Step, Turn } from './plan/step.ts';
import type { InterviewRow, ModeratorTurn, ParticipantTurn, TurnRow } from './store.ts';
import { languageOfAnswers } from './wording/language.ts';
import { composeMessage, type MessageContext } from './wording/message.ts';

/** A pause counts at most this long: the time of the test is the participant's time, and people are interrupted. */
const pauseSecondsMax = 120;

/** Seconds that the participant has spent so far. */
export function activeSeconds(turns: Pick<TurnRow, 'created_at'>[], now: Date): number {
  const times = [...turns.map(({ created_at }) => created_at.getTime()), now.getTime()];
  // Added up in milliseconds: sums of fractions would show as 12.299999999999999.
  const milliseconds = times
    .slice(1)
    .map((at, i) => Math.max(0, at - (times[i] as number)))
    .reduce((sum, pause) => sum + Math.min(pause, pauseSecondsMax * 1_000), 0);
  return milliseconds / 1_000;
}

export const toPlan = (turns: TurnRow[]): Turn[] =>
  turns.map((turn) =>
    turn.role === 'moderator'
      ? { role: 'moderator', step: turn.step }
      : { role: 'participant', reading: turn.reading },
  );

export const lastStep = (turns: TurnRow[]): Step | undefined =>
  turns.findLast((turn) => turn.role === 'moderator')?.step;

const isFirstTime = ({ step }: TurnRow) => step !== null && !('repeated' in step && step.repeated);

const questionOf = ({ questions }: VersionContent, step: Step | undefined) =>
  step && 'question_id' in step ? questions.find(({ id }) => id === step.question_id) : undefined;

/** The participant's message as a turn. */
export function participantTurn(
  content: VersionContent,
  turns: TurnRow[],
  given: GivenAnswer & { client_turn: number },
  session_id: string,
  now: Date,
): ParticipantTurn {
  const asked = lastStep(turns);
  const question = questionOf(content, asked);
  return {
    session_id,
    number: turns.length + 1,
    role: 'participant',
    question_id: question?.id ?? null,
    step: null,
    reading: readAnswer(given, asked, question),
    text: given.text,
    wording: null,
    client_turn: given.client_turn,
    created_at: now,
  };
}

export interface PlannedTurn {
  turn: ModeratorTurn;
  context: MessageContext;
}

/** What the moderator says now: statements, then one message that waits for a reply or ends the interview. */
export function moderatorTurns(
  content: VersionContent,
  interview: Pick<InterviewRow, 'session_id' | 'language'>,
  before: TurnRow[],
  now: Date,
): PlannedTurn[] {
  const turns = [...before];
  const planned: PlannedTurn[] = [];
  for (;;) {
    const step = nextStep(content, toPlan(turns), activeSeconds(turns, now));
    const next = planTurn(content, interview, turns, step, now);
    planned.push(next);
    turns.push(next.turn);
    if (step.kind !== 'statement') return planned;
  }
}

export function planTurn(
  content: VersionContent,
  { session_id, language }: Pick<InterviewRow, 'session_id' | 'language'>,
  turns: TurnRow[],
  step: Step,
  now: Date,
): PlannedTurn {
  const last = turns.at(-1);
  const said = turns.flatMap((turn) => (turn.role === 'participant' ? turn.text : []));
  const context: MessageContext = {
    step,
    question: questionOf(content, step),
    language: languageOfAnswers(said, language),
    reply: last?.role === 'participant' ? { text: last.text, reading: last.reading } : undefined,
    returned: last?.role === 'participant' && lastStep(turns)?.kind === 'offer_to_stop',
    number: turns.length + 1,
    askedText: turns.findLast(isFirstTime)?.text,
  };
  const turn: ModeratorTurn = {
    session_id,
    number: turns.length + 1,
    role: 'moderator',
    question_id: 'question_id' in step ? step.question_id : null,
    step,
    reading: null,
    text: composeMessage(context),
    wording: 'template',
    client_turn: null,
    created_at: now,
  };
  return { turn, context };
}

/** Whether at least half of the questions got a full answer, so that an interview that went silent counts as held. */
export function isHalfCovered(content: VersionContent, turns: TurnRow[]): boolean {
  const coverage = coverageOf(content, toPlan(turns));
  const covered = coverage.filter(({ status }) => status === 'covered').length;
  return coverage.length > 0 && covered * 2 >= coverage.length;
}
