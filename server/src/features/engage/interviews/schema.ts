import Type from 'typebox';
import { DateTime, Id, Input, Nullable, OneOf, VisibleText } from '../../../http/schema.ts';
import { PublicAnswer } from '../responses/index.ts';
import { activeSeconds } from './conversation.ts';
import type { Conversation } from './service.ts';
import type { TurnRow } from './store.ts';

/** Shapes of /p/v1, which only the participant's pages use. It is not part of the v1 promise. */

const messageKinds = ['ask', 'statement', 'probe', 'clarify', 'offer_to_stop', 'close', 'answer'] as const;
const statuses = ['not_started', 'in_progress', 'ended'] as const;

const Message = Type.Object({
  number: Type.Integer(),
  role: OneOf(['moderator', 'participant']),
  kind: OneOf(messageKinds),
  text: Type.String(),
  question_id: Nullable(Id('question')),
  created_at: DateTime(),
});

/** How the last question can be answered besides typing. */
const Choice = Type.Object({
  question_id: Id('question'),
  type: Type.String(),
  options: Type.Array(Type.Object({ id: Id('option'), text: Type.String() })),
  scale: Nullable(
    Type.Object({
      min: Type.Integer(),
      max: Type.Integer(),
      min_label: Nullable(Type.String()),
      max_label: Nullable(Type.String()),
    }),
  ),
});

const view = {
  status: OneOf(statuses),
  messages: Type.Array(Message),
  waiting: Type.Boolean({ description: 'Whether the next message of the moderator is being worded.' }),
  choice: Nullable(Choice),
  next_client_turn: Type.Integer(),
  progress: Type.Object({ answered: Type.Integer(), total: Type.Integer() }),
  elapsed_seconds: Type.Number(),
  max_minutes: Type.Number(),
  redirect_url: Nullable(Type.String()),
};
export const InterviewView = Type.Object(view);
export const StartedInterview = Type.Object({ ...view, token: Nullable(Type.String()) });

/** An answer may be long, but not a file. */
const turnTextMax = 10_000;
const optionsMax = 50;

export const TurnBody = Input({
  text: VisibleText(1, turnTextMax),
  client_turn: Type.Integer({ minimum: 1, maximum: 100_000 }),
  value: Type.Optional(Type.Union([Type.Number(), Type.Boolean(), Type.Null()])),
  option_ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: optionsMax })),
});

export const FollowUpBody = Input({
  turn: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, description: 'The turn of the answer that was just saved.' }),
  ),
});
export const FollowUp = Type.Object({
  question: Nullable(Type.String()),
  /** What the participant answered to it before. */
  answer: Nullable(PublicAnswer),
});

/** A message that is still pending after this time is shown as it is stored: its process died. */
const pendingMs = 10_000;

export function toView({ content, interview, turns }: Conversation, now: Date) {
  const isPending = (turn: TurnRow) =>
    turn.wording === 'pending' && now.getTime() - turn.created_at.getTime() < pendingMs;
  const shown = turns.filter((turn) => !isPending(turn));
  const last = shown.at(-1);
  const asked = new Set(
    turns.flatMap((turn) =>
      turn.role === 'participant' && turn.reading.kind !== 'question' ? (turn.question_id ?? []) : [],
    ),
  );
  return {
    status: !interview
      ? ('not_started' as const)
      : interview.ended_at
        ? ('ended' as const)
        : ('in_progress' as const),
    messages: shown.map(({ number, role, step, text, question_id, created_at }) => ({
      number,
      role,
      kind: step?.kind ?? ('answer' as const),
      text,
      question_id,
      created_at,
    })),
    waiting: shown.length < turns.length,
    choice: shown.length === turns.length ? choiceOf(content, last) : null,
    next_client_turn: turns.filter(({ role }) => role === 'participant').length + 1,
    progress: {
      answered: asked.size,
      total: content.questions.filter(({ type }) => type !== 'statement').length,
    },
    elapsed_seconds: activeSeconds(turns, interview?.ended_at ?? now),
    max_minutes: content.moderator.max_minutes,
    redirect_url: interview?.ended_at ? content.redirect_url : null,
  };
}

function choiceOf({ questions }: Conversation['content'], last: TurnRow | undefined) {
  if (last?.role !== 'moderator' || (last.step.kind !== 'ask' && last.step.kind !== 'clarify')) return null;
  const question = questions.find(({ id }) => id === last.question_id);
  if (!question || question.type === 'open' || question.type === 'task') return null;
  const { id, type, options, scale } = question;
  return { question_id: id, type, options, scale };
}
