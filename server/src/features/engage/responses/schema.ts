import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Input,
  listQuery,
  Metadata,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
} from '../../../http/schema.ts';
import { TagIds } from '../../tags/index.ts';
import { SimulatedFilter } from '../participants/index.ts';
import { questionTypes } from '../tests/index.ts';
import type { AnswerRow } from './answers.ts';
import { qualityCodes } from './quality-rules.ts';
import { type ResponseView, responseStatuses } from './store.ts';

const AnswerValue = () =>
  Type.Unsafe<AnswerRow['value']>({
    type: ['string', 'number', 'boolean', 'array', 'null'],
    items: { type: 'string' },
    description:
      'Text of `open` and `task`, number of `rating` and `nps`, boolean of `yes_no`, text of the chosen option, or the texts of the chosen or ranked options; null if skipped.',
    examples: ['I wanted to see the total with shipping.'],
  });

export const deviceKinds = ['mobile', 'tablet', 'desktop'] as const;

export const ParticipantDevice = () =>
  Nullable(
    Type.Object(
      {
        kind: Nullable(OneOf(deviceKinds, { description: 'Kind of device; null: unknown.' })),
        os: Nullable(Type.String({ description: 'Operating system; null: unknown.', examples: ['iOS'] })),
        browser: Nullable(Type.String({ description: 'Browser; null: unknown.', examples: ['Safari'] })),
      },
      { description: 'The device that the response was started on; null: unknown.' },
    ),
  );

const ResponseParticipant = Resource(
  'ResponseParticipant',
  {
    id: Id('participant', 'The person.'),
    name: Nullable(Type.String({ description: 'As the person or a researcher wrote it; null: unknown.' })),
    email: Nullable(Type.String({ description: 'Address; null: unknown.', examples: ['mina@example.com'] })),
    timezone: Nullable(
      Type.String({ description: 'Timezone while answering (IANA).', examples: ['Europe/Berlin'] }),
    ),
    locale: Nullable(Type.String({ description: 'Language of the browser (BCP 47).', examples: ['de-DE'] })),
    device: ParticipantDevice(),
  },
  { description: 'Who answered.' },
);

const Answer = Resource(
  'Answer',
  {
    id: Id('answer', 'Does not change when the participant changes the answer.'),
    question_id: Id('question', 'A question of the version that was answered.'),
    question: Type.String({ description: 'The text of the question as the participant saw it.' }),
    type: OneOf(questionTypes, { description: 'Type of the question.' }),
    value: AnswerValue(),
    text: Nullable(Type.String({ description: 'The answer as readable text; null if it has none.' })),
    option_ids: Type.Array(Id('option'), { description: 'Chosen or ranked options; else empty.' }),
    follow_up_of: Nullable(
      Id('answer', 'The answer that this follow-up question asks about; null for a question of the test.'),
    ),
    in_screener: Type.Boolean({ description: 'Whether the question belongs to the screener.' }),
    skipped: Type.Boolean({ description: 'Whether the participant skipped the question.' }),
    duration_seconds: Nullable(
      Type.Number({ minimum: 0, description: 'Time on the question; null: unknown.', examples: [41.2] }),
    ),
    file_id: Nullable(Id('file', 'The recording of a task; null: none.')),
  },
  { description: 'The answer to one question.' },
);

const ResponseQuality = Resource(
  'ResponseQuality',
  {
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '1 if nothing is suspicious.',
      examples: [0.85],
    }),
    flags: Type.Array(
      Type.Object({
        code: OneOf(qualityCodes, { description: 'What is suspicious.' }),
        reason: Type.String({
          description: 'Why, in words.',
          examples: ['Took 12 seconds; the median of 40 responses is 180 seconds.'],
        }),
      }),
      { description: 'Reasons to doubt the response. It is counted in results anyway.' },
    ),
  },
  {
    description: 'Signs that the participant did not answer carefully; null until the response is completed.',
  },
);

export const Response = Resource(
  'Response',
  {
    ...commonFields('response'),
    project_id: ProjectId(),
    test_id: Id('test', 'The test that it answers.'),
    test_version: Type.Integer({
      minimum: 0,
      description: 'The published version of the test that it answers.',
      examples: [1],
    }),
    number: Type.Integer({ minimum: 1, description: 'Counts the responses of the test.', examples: [7] }),
    status: OneOf(responseStatuses, {
      description: '`abandoned` after a week without an answer; it continues if the participant returns.',
    }),
    participant: ResponseParticipant,
    session_id: Nullable(Id('session', 'The interview that it was given in; null: none.')),
    invitation_id: Nullable(Id('invitation', 'The invitation; null for an open link.')),
    answers: Type.Array(Answer, {
      description:
        'In the order of the questions, the screener first; follow-up questions after their question.',
    }),
    quality: Nullable(ResponseQuality),
    sentiment: Nullable(
      Type.Object(
        {
          label: Type.String({ description: 'Tone of the texts.', examples: ['neutral'] }),
          score: Type.Number({ minimum: -1, maximum: 1, description: 'From −1 to 1.', examples: [0.08] }),
        },
        { description: 'Tone of the texts; null until it was analyzed.' },
      ),
    ),
    tag_ids: Type.Array(Id('tag'), { description: 'Tags of the response.' }),
    consent: Nullable(
      Type.Object(
        {
          version: Type.Integer({ minimum: 1, description: 'Version of the text.', examples: [1] }),
          accepted_at: DateTime('When the participant agreed.'),
        },
        { description: 'What the participant agreed to; null if the test asks for no consent.' },
      ),
    ),
    language: Nullable(
      Type.String({ description: 'Language of the answers; null: unknown.', examples: ['en'] }),
    ),
    started_at: DateTime('When the participant started.'),
    submitted_at: Nullable(DateTime('When the response was completed or screened out; null until then.')),
    duration_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'From start to submission; null until then.',
        examples: [524.8],
      }),
    ),
    simulated: Type.Boolean({
      description: 'Whether a simulation created it. Simulated responses are not in results.',
      examples: [false],
    }),
    metadata: Metadata(),
  },
  { description: 'What one participant answered.' },
);

export const toResponse = (row: ResponseView) => ({
  id: row.id,
  project_id: row.project_id,
  test_id: row.test_id,
  test_version: row.test_version,
  number: row.number,
  status: row.status,
  participant: {
    id: row.participant_id,
    name: row.participant_name,
    email: row.participant_email,
    timezone: row.timezone,
    locale: row.locale,
    device: row.device,
  },
  session_id: row.session_id,
  invitation_id: row.invitation_id,
  answers: row.answers.map(toAnswer),
  quality: row.quality,
  sentiment: row.sentiment,
  tag_ids: row.tag_ids,
  consent:
    row.consent_version === null ? null : { version: row.consent_version, accepted_at: row.consented_at },
  language: row.language,
  started_at: row.started_at,
  submitted_at: row.submitted_at,
  duration_seconds: row.duration_seconds,
  simulated: row.simulated,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const toAnswer = (row: AnswerRow) => ({
  id: row.id,
  question_id: row.question_id,
  question: row.question,
  type: row.type,
  value: row.value,
  text: row.text,
  option_ids: row.option_ids,
  follow_up_of: row.follow_up_of,
  in_screener: row.in_screener,
  skipped: row.skipped,
  duration_seconds: row.duration_seconds,
  file_id: row.file_id,
});

export const ResponseChange = Input(
  { metadata: Type.Optional(Metadata()), tag_ids: Type.Optional(TagIds()) },
  {
    minProperties: 1,
    description: 'Omitted fields do not change; `metadata` and `tag_ids` are replaced as a whole.',
  },
);
export type ResponseChange = Static<typeof ResponseChange>;

export const ResponsesQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  status: Type.Optional(SomeOf(responseStatuses)),
  test_id: Type.Optional(IdFilter('test')),
  participant_id: Type.Optional(IdFilter('participant')),
  tag_id: Type.Optional(IdFilter('tag')),
  simulated: SimulatedFilter('responses'),
  q: Type.Optional(SearchText('answers, name or address')),
});
