import type { Question } from '../../tests/index.ts';
import { indexAfter } from './follow-rules.ts';
import type { Guide, OfferReason, Reading, Step, Turn } from './step.ts';

/** Probes per question, before the limit of the whole test applies. */
const depthOf = { none: 0, light: 1, deep: 3 } as const;
const unknownMax = 5;
const refusalsMax = 2;
const offersMax = 2;
/** How often a question is repeated for a participant who asks back. */
const repeatsMax = 2;
/** The time for a question and its answer: assumed before the first answer, and the bounds of what is measured. */
const pace = { assumed: 45, min: 20, max: 180 };

/**
 * Decides the next step of an interview (ADR 28). Deterministic: the same turns and time give the same step. The
 * caller calls it when the moderator has to speak: at the start, after an answer and after a statement.
 */
export function nextStep(guide: Guide, turns: Turn[], elapsedSeconds: number): Step {
  const secondsLeft = guide.moderator.max_minutes * 60 - elapsedSeconds;
  const state = readTurns(guide, turns);
  if (state.reading?.kind === 'stop') return { kind: 'close', reason: 'stopped' };
  // A question that cannot be answered in the time that is left is not asked.
  if (secondsLeft < pace.min) return { kind: 'close', reason: 'time' };
  if (state.reading?.kind === 'question') {
    const again = repeatedStep(state);
    if (again) return again;
  }
  const time = createBudget(guide, secondsLeft, state.answers, elapsedSeconds);

  if (state.reading && state.asked?.kind !== 'offer_to_stop') {
    const offer = offerFor(state);
    if (offer) return { kind: 'offer_to_stop', reason: offer };
    const further = furtherStep(guide, state, state.reading, (index) => time.allows(index + 1, 1));
    if (further) return further;
  }
  return nextQuestion(guide, state, time);
}

interface State {
  /** The last step that asked for a reply. */
  asked: Step | undefined;
  /** The reply to it; undefined if the moderator spoke last. */
  reading: Reading | undefined;
  /** The position of the last question or statement; -1 before the first. */
  index: number;
  /** What the rules of that question look at. */
  answer: Reading | undefined;
  probes: Extract<Step, { kind: 'probe' }>[];
  clarified: boolean;
  /** Repetitions of the current question and its probes. */
  repeats: number;
  offers: number;
  answers: number;
  /** The readings since the last offer to stop, the newest last. */
  recent: Reading[];
}

function readTurns({ questions }: Guide, turns: Turn[]): State {
  const state: State = {
    asked: undefined,
    reading: undefined,
    index: -1,
    answer: undefined,
    probes: [],
    clarified: false,
    repeats: 0,
    offers: 0,
    answers: 0,
    recent: [],
  };
  for (const turn of turns) {
    if (turn.role === 'participant') {
      state.reading = turn.reading;
      if (state.asked?.kind === 'offer_to_stop' || turn.reading.kind === 'question') continue;
      state.answers++;
      state.recent.push(turn.reading);
      if (state.asked?.kind === 'ask' || state.asked?.kind === 'clarify') state.answer = turn.reading;
      continue;
    }
    const { step } = turn;
    state.asked = step;
    state.reading = undefined;
    if ('repeated' in step && step.repeated) state.repeats++;
    else if (step.kind === 'ask' || step.kind === 'statement') {
      state.index = questions.findIndex(({ id }) => id === step.question_id);
      Object.assign(state, { answer: undefined, probes: [], clarified: false, repeats: 0 });
    } else if (step.kind === 'probe') state.probes.push(step);
    else if (step.kind === 'clarify') state.clarified = true;
    else if (step.kind === 'offer_to_stop') Object.assign(state, { offers: state.offers + 1, recent: [] });
  }
  return state;
}

/** The step that the participant asked back about; undefined if it was repeated often enough. */
function repeatedStep({ asked, repeats, offers }: State): Step | undefined {
  if (asked?.kind === 'offer_to_stop')
    return offers < offersMax ? asked : { kind: 'close', reason: 'stopped' };
  const isQuestion = asked?.kind === 'ask' || asked?.kind === 'probe' || asked?.kind === 'clarify';
  return isQuestion && repeats < repeatsMax ? { ...asked, repeated: true } : undefined;
}

/** Whether the time that is left is enough for `more` questions and the required ones from `index`. */
function createBudget({ questions }: Guide, secondsLeft: number, answers: number, elapsed: number) {
  const measured = answers === 0 ? pace.assumed : elapsed / answers;
  const seconds = Math.min(pace.max, Math.max(pace.min, measured));
  const requiredFrom = (index: number) => questions.slice(index).filter(({ required }) => required).length;
  return {
    allows: (index: number, more: number) => (requiredFrom(index) + more) * seconds <= secondsLeft,
  };
}
type Budget = ReturnType<typeof createBudget>;

function offerFor({ recent, offers }: State): OfferReason | undefined {
  if (offers >= offersMax) return undefined;
  const endsWith = (kind: Reading['kind'], times: number) =>
    recent.length >= times && recent.slice(-times).every((reading) => reading.kind === kind);
  if (endsWith('upset', 1)) return 'upset';
  if (endsWith('refused', refusalsMax)) return 'refusal';
  return endsWith('unknown', unknownMax) ? 'unknown' : undefined;
}

/** Another step about the current question: an explanation or a probe. */
function furtherStep(
  { questions, moderator }: Guide,
  state: State,
  reading: Reading,
  hasTime: (index: number) => boolean,
): Step | undefined {
  const question = questions[state.index];
  if (!question || question.type === 'statement') return undefined;
  if (reading.kind === 'unreadable')
    return state.clarified ? undefined : { kind: 'clarify', question_id: question.id };
  const depth = Math.min(depthOf[question.follow_up], moderator.follow_up_depth);
  if (state.probes.length >= depth || !hasTime(state.index)) return undefined;
  const style = probeStyle(question, state, reading);
  return style && { kind: 'probe', question_id: question.id, number: state.probes.length + 1, style };
}

function probeStyle(question: Question, { probes, recent }: State, reading: Reading) {
  if (reading.kind === 'full')
    return question.type === 'open' || question.type === 'task' || probes.length > 0 ? 'deepen' : 'reason';
  const isHelped = probes.some(({ style }) => style === 'open');
  if (reading.kind === 'short') return isHelped ? undefined : 'open';
  // “I don't know” twice in a row means that a further question does not help.
  const isRepeated = recent.at(-2)?.kind === 'unknown';
  return reading.kind === 'unknown' && probes.length === 0 && !isRepeated ? 'open' : undefined;
}

/** Follows the rules. If the time is short, optional questions are passed over as if they were skipped. */
function nextQuestion({ questions }: Guide, { index, answer }: State, time: Budget): Step {
  let at =
    index < 0
      ? 0
      : indexAfter(questions, index, {
          skipped: answer === undefined,
          value: answer?.value ?? null,
          option_ids: answer?.option_ids ?? [],
        });
  for (let question = questions[at]; question; question = questions[at]) {
    if (question.type === 'statement') return { kind: 'statement', question_id: question.id };
    if (question.required || time.allows(at + 1, 1)) return { kind: 'ask', question_id: question.id };
    at = indexAfter(questions, at);
  }
  return { kind: 'close', reason: 'done' };
}
