import { invalidField } from '../../../foundation/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { listAnswers, type NewAnswer, readAnswer, saveAnswerRow } from '../responses/index.ts';
import type { Question, VersionContent } from '../tests/index.ts';
import type { Reading } from './plan/step.ts';
import type { ModeratorTurn, ParticipantTurn } from './store.ts';

/**
 * Saves a turn as an answer of the response: the answer to a question as turn 0, the answer to its n-th probe as turn n.
 * An answer to a clarification replaces the unclear one and includes its text. A question of the participant and a reply to
 * the offer to stop are not saved.
 */
export async function saveTurnAsAnswer(
  tx: Db,
  responseId: string,
  content: VersionContent,
  asked: ModeratorTurn,
  turn: ParticipantTurn,
): Promise<void> {
  const question = content.questions.find(({ id }) => id === turn.question_id);
  const { step } = asked;
  if (!question || !('question_id' in step) || turn.reading.kind === 'question') return;
  const probe = step.kind === 'probe' ? step : undefined;
  const first = step.kind === 'ask' ? undefined : await findFirstAnswer(tx, responseId, question.id);
  const unclear = step.kind === 'clarify' ? first?.text : undefined;
  const saved = await saveAnswerRow(
    tx,
    {
      ...(probe ? textAnswer(turn.text) : withText(directAnswer(question, turn), unclear)),
      response_id: responseId,
      question_id: question.id,
      turn: probe?.number ?? 0,
      follow_up_of: probe ? (first?.id ?? null) : null,
      in_screener: false,
      question: probe ? asked.text : question.text,
      type: probe ? 'open' : question.type,
      duration_seconds: secondsBetween(asked.created_at, turn.created_at),
      signals: {},
    },
    {},
    turn.created_at,
  );
  if (!saved) throw invalidField('link', 'The response has ended.');
}

async function findFirstAnswer(tx: Db, responseId: string, questionId: string) {
  const answers = await listAnswers(tx, responseId);
  return answers.find(({ question_id, turn }) => question_id === questionId && turn === 0);
}

type StoredAnswer = Pick<NewAnswer, 'value' | 'text' | 'option_ids' | 'skipped'>;

const textAnswer = (text: string): StoredAnswer => ({ value: text, text, option_ids: [], skipped: false });

/**
 * A closed answer that was understood is stored as on the page of a survey. One that was not understood is stored as
 * text and counts as skipped, so that results do not count an answer without a value.
 */
function directAnswer(question: Question, { reading, text }: ParticipantTurn): StoredAnswer {
  if (question.type === 'open' || question.type === 'task') return textAnswer(text);
  const given = chosen(reading);
  if (!given) return { ...textAnswer(text), value: null, skipped: true };
  const answer = readAnswer(question, given);
  // “Four, because it is slow” says more than its number.
  return answer.option_ids.length > 0 ? answer : { ...answer, text };
}

const withText = (answer: StoredAnswer, before: string | null | undefined): StoredAnswer =>
  before ? { ...answer, text: [before, answer.text].filter(Boolean).join('\n') } : answer;

function chosen({ kind, value, option_ids }: Reading) {
  if (kind !== 'full') return undefined;
  return option_ids.length > 0 ? { option_ids } : { value };
}

const secondsBetween = (start: Date, end: Date) => Math.max(0, (end.getTime() - start.getTime()) / 1_000);
