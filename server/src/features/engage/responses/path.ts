import { invalidField } from '../../../foundation/errors.ts';
import { type Question, ruleApplies, type VersionContent } from '../tests/index.ts';

/** The part of an answer that decides what comes next. */
export interface PathAnswer {
  question_id: string;
  turn: number;
  value: unknown;
  option_ids: string[];
  skipped: boolean;
}

/** A question on the path of a participant. */
export interface Step {
  question: Question;
  in_screener: boolean;
}

export interface Walk {
  /** The questions with an answer, in the order in which they were asked. */
  steps: Step[];
  /** The first question without an answer; null at the end of the test. */
  next: Step | null;
  /** Whether a rule of the screener ended the response. */
  screened_out: boolean;
}

/** Whether the participant's page asks the questions. In an interview the moderator does. */
export const isAnsweredOnPage = ({ type }: Pick<VersionContent, 'type'>): boolean =>
  type === 'survey' || type === 'ai_survey';

type Content = Pick<VersionContent, 'questions' | 'screener'>;
type Target = Step | 'screened_out' | null;

const noAnswer = { value: null, option_ids: [], skipped: true };

/** Follows the answers from the first question to the first one without an answer. */
export const walkPath = (content: Content, answers: PathAnswer[]): Walk => walk(content, answers, false);

/** The whole path if the participant submits now: a question without an answer counts as skipped. */
export const wholePath = (content: Content, answers: PathAnswer[]): Walk => walk(content, answers, true);

/** The question to show now; null at the end. */
export const nextQuestion = (content: Content, answers: PathAnswer[]): Step | null =>
  walkPath(content, answers).next;

/** False while a question of the screener has no answer, and if a rule of the screener ended the response. */
export function hasPassedScreener(content: Content, answers: PathAnswer[]): boolean {
  if (!content.screener) return true;
  const { next, screened_out } = walkPath(content, answers);
  return !screened_out && !next?.in_screener;
}

export function requirePassedScreener(content: Content, answers: PathAnswer[]): void {
  if (!hasPassedScreener(content, answers)) throw invalidField('link', 'Answer the screener first.');
}

/** What comes after one question. Rules lead only to later questions, so a path always ends. */
export function following(
  content: Content,
  { question, in_screener }: Step,
  answer: Pick<PathAnswer, 'value' | 'option_ids' | 'skipped'>,
): Target {
  const questions = in_screener ? (content.screener?.questions ?? []) : content.questions;
  const index = questions.findIndex(({ id }) => id === question.id);
  const rule = question.logic.find((candidate) => ruleApplies(candidate, answer));
  if (rule?.action === 'screen_out') return 'screened_out';
  const target = rule?.question_id ? questions.findIndex(({ id }) => id === rule.question_id) : -1;
  const next = rule?.action === 'end' ? undefined : questions[target > index ? target : index + 1];
  if (next) return { question: next, in_screener };
  return in_screener ? firstOf(content.questions, false) : null;
}

export function findStep(content: Content, questionId: string): Step | undefined {
  const ofScreener = content.screener?.questions.find(({ id }) => id === questionId);
  if (ofScreener) return { question: ofScreener, in_screener: true };
  const question = content.questions.find(({ id }) => id === questionId);
  return question && { question, in_screener: false };
}

const firstOf = (questions: Question[], in_screener: boolean): Step | null =>
  questions[0] ? { question: questions[0], in_screener } : null;

function walk(content: Content, answers: PathAnswer[], toTheEnd: boolean): Walk {
  const given = new Map(
    answers.filter(({ turn }) => turn === 0).map((answer) => [answer.question_id, answer]),
  );
  const steps: Step[] = [];
  let step = firstOf(content.screener?.questions ?? [], true) ?? firstOf(content.questions, false);
  while (step) {
    const answer: Pick<PathAnswer, 'value' | 'option_ids' | 'skipped'> | undefined =
      given.get(step.question.id) ?? (toTheEnd ? noAnswer : undefined);
    if (!answer) return { steps, next: step, screened_out: false };
    steps.push(step);
    const target: Target = following(content, step, answer);
    if (target === 'screened_out') return { steps, next: null, screened_out: true };
    step = target;
  }
  return { steps, next: null, screened_out: false };
}
