import Type, { type Static } from 'typebox';
import {
  DateTimeInput,
  Input,
  messageKeyword,
  Nullable,
  OneOf,
  Pattern,
  Resource,
  Text,
  VisibleText,
} from '../../../http/schema.ts';
import { moderatorModes } from './content.ts';
import { consentTextMax, instructionsMax, redirectUrlMax, slotsMax } from './limits.ts';
import { ScreenerQuestion, ScreenerQuestions } from './question-schema.ts';

/** The fields of a test that concern its participants: how they are recruited, asked and met. */

const Instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T09:00:00.000Z'] });

const Incentive = Resource(
  'Incentive',
  {
    amount: Type.Number({ description: 'In the currency, not in cents.', examples: [20] }),
    currency: Type.String({ description: 'ISO 4217.', examples: ['EUR'] }),
    kind: Nullable(
      Type.String({
        description: 'How it is given, in your own words; null if not said.',
        examples: ['gift card'],
      }),
    ),
  },
  { description: 'What a participant receives.' },
);

export const engageShapes = {
  postDetails: Resource(
    'PostDetails',
    {
      title: Nullable(
        Type.String({ description: 'The title for participants; null: the name of the test.' }),
      ),
      description: Nullable(Type.String({ description: 'What participants read first; null: nothing.' })),
      estimated_minutes: Nullable(Type.Integer({ description: 'How long it takes.', examples: [10] })),
      incentive: Nullable(Incentive),
      target_participants: Nullable(
        Type.Integer({
          description:
            'Places for people with the open link: responses that are completed or have an answer; null: no limit.',
        }),
      ),
      deadline: Nullable(
        Type.String({
          format: 'date',
          description: 'The last day, to its end in the timezone of the participant; null: no deadline.',
          examples: ['2026-11-30'],
        }),
      ),
    },
    { description: 'How the test is announced to participants.' },
  ),
  screener: Nullable(
    Resource(
      'Screener',
      { questions: Type.Array(ScreenerQuestion, { description: 'In the order in which they are asked.' }) },
      { description: 'Decides who takes the test. A participant who reaches its end qualifies.' },
    ),
  ),
  consent: Nullable(
    Resource(
      'Consent',
      {
        text: Type.String({ description: 'What participants agree to before they start.' }),
        version: Type.Integer({
          minimum: 1,
          description: 'Increases when the text or `recording` of a published test changes.',
        }),
        recording: Type.Boolean({ description: 'Whether participants agree to be recorded.' }),
      },
      { description: 'The agreement that every participant is asked for.' },
    ),
  ),
  moderator: Resource(
    'Moderator',
    {
      mode: OneOf(moderatorModes, { description: 'Who leads the conversation.' }),
      instructions: Nullable(Type.String({ description: 'For the AI moderator; null: none.' })),
      follow_up_depth: Type.Integer({
        description: 'The most follow-up questions after one answer: 0 to 3.',
      }),
      max_minutes: Type.Integer({ description: 'An AI interview ends after this time: 5 to 120.' }),
    },
    { description: 'How AI surveys and interviews are led.' },
  ),
  scheduling: Nullable(
    Resource(
      'Scheduling',
      {
        timezone: Type.String({ description: 'Timezone of the researchers.', examples: ['Europe/Berlin'] }),
        duration_minutes: Type.Integer({ description: 'Length of one interview.', examples: [45] }),
        slots: Type.Array(
          Resource(
            'Slot',
            {
              start_at: Instant('Start (UTC).'),
              end_at: Nullable(Instant('End (UTC); null: after `duration_minutes`.')),
            },
            { description: 'A time in which interviews can be booked.' },
          ),
          { description: 'Sorted by start.' },
        ),
      },
      { description: 'When live interviews can be booked.' },
    ),
  ),
  redirect_url: Nullable(Type.String({ description: 'Where participants go at the end; null: nowhere.' })),
};

const Whole = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, description });
const omittedFields = 'Omitted fields do not change.';

const PostDetailsInput = Input(
  {
    title: Type.Optional(Nullable(VisibleText(1, 200))),
    description: Type.Optional(Nullable(Text(0, 5000))),
    estimated_minutes: Type.Optional(Nullable(Whole(1, 600))),
    incentive: Type.Optional(
      Nullable(
        Input({
          amount: Type.Number({ minimum: 0, maximum: 1_000_000 }),
          currency: Pattern('^[A-Z]{3}$', 'Use a currency code such as EUR.', { examples: ['EUR'] }),
          kind: Type.Optional(Nullable(VisibleText(1, 60))),
        }),
      ),
    ),
    target_participants: Type.Optional(Nullable(Whole(1, 100_000))),
    deadline: Type.Optional(Nullable(Type.String({ format: 'date', examples: ['2026-11-30'] }))),
  },
  { description: omittedFields },
);

const ConsentInput = Input(
  {
    text: Type.Optional(Text(0, consentTextMax, { description: 'Required before the test is published.' })),
    recording: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
  },
  { description: `${omittedFields} The server counts \`version\`.` },
);

const ModeratorInput = Input(
  {
    mode: Type.Optional(OneOf(moderatorModes)),
    instructions: Type.Optional(Nullable(Text(0, instructionsMax))),
    follow_up_depth: Type.Optional(Whole(0, 3, 'Default: 1.')),
    max_minutes: Type.Optional(Whole(5, 120, 'Default: 30.')),
  },
  { description: omittedFields },
);

const SchedulingInput = Input(
  {
    timezone: Type.Optional(
      Text(1, 64, { description: 'Default: your own timezone.', examples: ['Europe/Berlin'] }),
    ),
    duration_minutes: Type.Optional(Whole(5, 480, 'Default: 30.')),
    slots: Type.Optional(
      Type.Array(
        Input({
          start_at: DateTimeInput(),
          end_at: Type.Optional(Nullable(DateTimeInput('Default: after `duration_minutes`.'))),
        }),
        { maxItems: slotsMax },
      ),
    ),
  },
  { description: omittedFields },
);

export const engageInputs = {
  postDetails: Type.Optional(PostDetailsInput),
  screener: Type.Optional(Nullable(Input({ questions: ScreenerQuestions() }))),
  consent: Type.Optional(Nullable(ConsentInput)),
  moderator: Type.Optional(ModeratorInput),
  scheduling: Type.Optional(Nullable(SchedulingInput)),
  redirect_url: Type.Optional(
    Nullable(
      Type.String({
        format: 'uri',
        pattern: '^https?://',
        maxLength: redirectUrlMax,
        [messageKeyword]: 'Use an address such as https://example.com/path.',
      }),
    ),
  ),
};
const EngageInput = Type.Object(engageInputs);
export type EngageInput = Static<typeof EngageInput>;
