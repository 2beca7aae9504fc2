import Type from 'typebox';
import {
  DateTime,
  EmailAddress,
  Id,
  Input,
  Language,
  Nullable,
  OneOf,
  Text,
  Timezone,
  VisibleText,
} from '../../../http/schema.ts';
import { optionsMax, questionTypes, testTypes } from '../tests/index.ts';
import { linkStates } from './link-state.ts';
import { deviceKinds } from './schema.ts';
import { responseStatuses } from './store.ts';

/** Shapes of /p/v1, which only the participant's pages use. It is not part of the v1 promise. */

/** An answer may be long, but not a file. */
export const answerTextMax = 10_000;

const Value = () => Type.Unsafe<string | number | boolean | string[] | null>({});

export const PublicQuestion = Type.Object({
  id: Id('question'),
  type: OneOf(questionTypes),
  text: Type.String(),
  required: Type.Boolean(),
  options: Type.Array(Type.Object({ id: Id('option'), text: Type.String() })),
  scale: Nullable(
    Type.Object({
      min: Type.Integer(),
      max: Type.Integer(),
      min_label: Nullable(Type.String()),
      max_label: Nullable(Type.String()),
    }),
  ),
  media_url: Nullable(Type.String()),
  media_type: Nullable(Type.String()),
  in_screener: Type.Boolean(),
  number: Nullable(Type.Integer()),
});

export const PublicAnswer = Type.Object({
  question_id: Id('question'),
  turn: Type.Integer(),
  value: Value(),
  text: Nullable(Type.String()),
  option_ids: Type.Array(Id('option')),
  skipped: Type.Boolean(),
});

const Progress = Type.Object({
  answered: Type.Integer(),
  total: Type.Integer(),
  /** Without the screener and statements, which are part of `total`. */
  question_count: Type.Integer(),
});

const ownResponse = {
  id: Id('response'),
  status: OneOf(responseStatuses),
  consented: Type.Boolean(),
  number_answered: Type.Integer(),
  question: Nullable(PublicQuestion),
  answers: Type.Array(PublicAnswer),
  progress: Progress,
  can_go_back: Type.Boolean(),
};
export const OwnResponse = Type.Object(ownResponse);
export const StartedResponse = Type.Object({ ...ownResponse, token: Nullable(Type.String()) });

export const ParticipantTest = Type.Object({
  state: OneOf(linkStates),
  test: Type.Object({
    title: Type.String(),
    description: Nullable(Type.String()),
    estimated_minutes: Nullable(Type.Number()),
    incentive: Nullable(Type.Object({ amount: Type.Number(), currency: Type.String(), kind: Type.String() })),
    deadline: Nullable(Type.String()),
    deadline_ends_at: Nullable(DateTime()),
    timezone: Type.String(),
    type: OneOf(testTypes),
    consent: Nullable(
      Type.Object({ text: Type.String(), version: Type.Integer(), recording: Type.Boolean() }),
    ),
    researcher: Type.String(),
    question_count: Type.Integer(),
    has_screener: Type.Boolean(),
    redirect_url: Nullable(Type.String()),
    moderator: Type.Object({ mode: Type.String(), max_minutes: Type.Number() }),
    scheduling: Nullable(Type.Object({ timezone: Type.String(), duration_minutes: Type.Number() })),
  }),
  response: Nullable(OwnResponse),
  session: Nullable(Type.Object({ id: Id('session') })),
  invitation: Nullable(
    Type.Object({ id: Id('invitation'), name: Nullable(Type.String()), expires_at: Nullable(DateTime()) }),
  ),
  sends_mail: Type.Boolean({ description: 'Whether the server can send the link to continue.' }),
  has_email: Type.Boolean({ description: 'Whether the address of the participant is known.' }),
});

export const StartBody = Input({
  consent_version: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  timezone: Type.Optional(Timezone()),
  locale: Type.Optional(Language()),
  device: Type.Optional(
    Input({
      kind: Type.Optional(Nullable(OneOf(deviceKinds))),
      os: Type.Optional(Nullable(Text(1, 50))),
      browser: Type.Optional(Nullable(Text(1, 50))),
    }),
  ),
  name: Type.Optional(VisibleText(1, 200)),
  email: Type.Optional(EmailAddress()),
});

export const AnswerBody = Input({
  turn: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  value: Type.Optional(
    Type.Unsafe<string | number | boolean | null>({
      type: ['string', 'number', 'boolean', 'null'],
      maxLength: answerTextMax,
    }),
  ),
  text: Type.Optional(Nullable(Text(0, answerTextMax))),
  option_ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: optionsMax })),
  skipped: Type.Optional(Type.Boolean()),
  duration_seconds: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 86_400 }))),
  pasted: Type.Optional(Type.Boolean()),
});

export const SavedAnswerView = Type.Object({
  answer: PublicAnswer,
  next: Nullable(PublicQuestion),
  /** The answer that is saved for `next`, if the participant went back before. `value` of a text is the text. */
  next_answer: Nullable(Type.Omit(PublicAnswer, ['text'])),
  status: OneOf(responseStatuses),
  progress: Progress,
});

export const QuestionWithAnswer = Type.Object({
  question: PublicQuestion,
  answer: Nullable(PublicAnswer),
  /** The question before this one on the participant's path. */
  previous_question_id: Nullable(Id('question')),
});

export const Submitted = Type.Object({
  status: OneOf(responseStatuses),
  redirect_url: Nullable(Type.String()),
});
