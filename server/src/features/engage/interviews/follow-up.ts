import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import type { Db } from '../../../platform/database/index.ts';
import {
  type AnswerRow,
  listAnswers,
  lockFirstAnswer,
  type ParticipantCaller,
  requireOpen,
} from '../responses/index.ts';
import { getVersionContent, type Question, type VersionContent } from '../tests/index.ts';
import { activeSeconds } from './conversation.ts';
import type { InterviewDeps } from './deps.ts';
import { nextStep } from './plan/plan.ts';
import { readAnswer } from './plan/read-answer.ts';
import type { Step, Turn } from './plan/step.ts';
import { type FollowUpRow, finishFollowUpWording, insertFollowUp, listFollowUps } from './store.ts';
import { languageOfAnswers, languageOfTest } from './wording/language.ts';
import { composeMessage, type MessageContext } from './wording/message.ts';
import { wordOrTemplate } from './wording/word-turn.ts';

export interface AskedFollowUp {
  /** Null if there is no follow-up question. */
  question: string | null;
  /** What the participant answered to it before. */
  answer: AnswerRow | null;
}

/**
 * The follow-up question after turn `after` of an answer in an AI survey. Asking again returns the same question until the
 * participant changes the answer (ADR 28).
 */
export async function askFollowUp(
  deps: InterviewDeps,
  { principal, now }: ParticipantCaller,
  questionId: string,
  after: number,
): Promise<AskedFollowUp> {
  const { db } = deps;
  const none: AskedFollowUp = { question: null, answer: null };
  const { response } = await requireOpen(db, principal, now);
  if (!response) throw invalidField('link', 'Start the response first.');
  const content = await getVersionContent(db, response.test_id, response.test_version);
  const question = content.questions.find(({ id }) => id === questionId);
  if (!question) throw notFound('Question');
  if (content.type !== 'ai_survey') return none;
  const turn = after + 1;
  const planned = await db.transaction(async (tx) => {
    await lockFirstAnswer(tx, response.id, questionId);
    const answers = await listAnswers(tx, response.id);
    const asked = await listFollowUps(tx, response.id, questionId);
    const known = asked.find((row) => row.turn === turn);
    if (known) return { row: known };
    const context = planFollowUp(content, question, answers, asked.slice(0, after), response.locale, now);
    if (context?.step.kind !== 'probe' || context.step.number !== turn) return undefined;
    const row: FollowUpRow = {
      response_id: response.id,
      question_id: questionId,
      turn,
      text: composeMessage(context),
      wording: deps.generator ? 'pending' : 'template',
      created_at: now,
    };
    await insertFollowUp(tx, row);
    return { row, context };
  });
  if (!planned) return none;
  if (planned.context) await word(deps, principal, content, planned.context, planned.row);
  // Another request asks for the same question: it does not wait for the model.
  else if (planned.row.wording === 'pending') await finishFollowUpWording(db, planned.row, undefined);
  const text = await findFollowUp(db, response.id, questionId, turn);
  if (text === undefined) return none;
  const answers = await listAnswers(db, response.id);
  const answer = answers.find((row) => row.question_id === questionId && row.turn === turn);
  return { question: text, answer: answer ?? null };
}

/** The text of a follow-up question, for the answer to it. */
export async function findFollowUp(
  db: Db,
  responseId: string,
  questionId: string,
  turn: number,
): Promise<string | undefined> {
  const asked = await listFollowUps(db, responseId, questionId);
  return asked.find((row) => row.turn === turn)?.text;
}

async function word(
  deps: InterviewDeps,
  { workspace_id, project_id }: Pick<Participant, 'workspace_id' | 'project_id'>,
  content: VersionContent,
  context: MessageContext & { exchange: Exchange; testLanguage: MessageContext['language'] },
  row: FollowUpRow,
): Promise<void> {
  if (row.wording !== 'pending') return;
  const text = await wordOrTemplate(
    deps,
    { workspace_id, project_id, names: [] },
    content,
    context,
    async () => {},
  );
  await finishFollowUpWording(deps.db, row, text);
}

type Exchange = { role: 'moderator' | 'participant'; text: string }[];

/** The plan of an interview with this one question. */
function planFollowUp(
  content: VersionContent,
  question: Question,
  answers: AnswerRow[],
  asked: FollowUpRow[],
  locale: string | null,
  now: Date,
): (MessageContext & { exchange: Exchange; testLanguage: MessageContext['language'] }) | undefined {
  const own = answers.filter(({ question_id }) => question_id === question.id);
  const exchange: Exchange = [{ role: 'moderator', text: question.text }];
  const turns: Turn[] = [];
  let reply: MessageContext['reply'];
  for (const turn of [0, ...asked.map((row) => row.turn)]) {
    const answer = own.find((candidate) => candidate.turn === turn);
    if (!answer || answer.skipped) return undefined;
    const step: Step =
      turn === 0
        ? { kind: 'ask', question_id: question.id }
        : { kind: 'probe', question_id: question.id, number: turn, style: 'deepen' };
    const value = typeof answer.value === 'number' || typeof answer.value === 'boolean' ? answer.value : null;
    const text = answer.text ?? '';
    const reading = readAnswer({ text, value, option_ids: answer.option_ids }, step, question);
    turns.push({ role: 'moderator', step }, { role: 'participant', reading });
    const followUp = asked.find((row) => row.turn === turn);
    if (followUp) exchange.push({ role: 'moderator', text: followUp.text });
    exchange.push({ role: 'participant', text });
    reply = { text, reading };
  }
  const { moderator } = content;
  const elapsed = activeSeconds(answers, now);
  const step = nextStep({ questions: [{ ...question, logic: [] }], moderator }, turns, elapsed);
  const testLanguage = languageOfTest(
    content.questions.map(({ text }) => text),
    locale,
  );
  const language = languageOfAnswers(
    answers.flatMap(({ text, type }) => (type === 'open' && text ? [text] : [])),
    testLanguage,
  );
  return {
    step,
    question,
    language,
    testLanguage,
    reply,
    returned: false,
    number: turns.length + 1,
    exchange,
  };
}
