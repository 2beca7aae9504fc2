import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  DateTimeInput,
  EmailAddress,
  Id,
  IdFilter,
  Input,
  listQuery,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SomeOf,
  Text,
  Timezone,
  VisibleText,
} from '../../../http/schema.ts';
import { Citation, toCitation } from '../../evidence/index.ts';
import { SimulatedFilter } from '../participants/index.ts';
import { ParticipantDevice } from '../responses/index.ts';
import { sessionKinds, sessionStatuses } from './states.ts';
import { coverageStatuses, type SessionRecord } from './store.ts';

const text = (description: string, examples: string[]) =>
  Nullable(Type.String({ description, examples: [...examples] }));

const Participant = Type.Object(
  {
    id: Id('participant', 'The person.'),
    name: text('Null if it is not known.', ['Mina']),
    email: text('Null if it is not known.', ['mina@example.com']),
    timezone: text('IANA name; null if it is not known.', ['Europe/Berlin']),
    locale: text('Language of the browser; null if it is not known.', ['en']),
    device: ParticipantDevice(),
  },
  { description: 'Who is interviewed.' },
);

const CoverageShape = Type.Object({
  question_id: Id('question', 'A question of the test.'),
  status: OneOf(coverageStatuses, { description: 'How far the interview answered it.' }),
});

export const Session = Resource(
  'Session',
  {
    ...commonFields('session'),
    project_id: ProjectId(),
    test_id: Id('test', 'The test that is held.'),
    kind: OneOf(sessionKinds, {
      description: '`live`: a video call with a researcher. `ai`: an interview by the AI moderator.',
    }),
    status: OneOf(sessionStatuses, {
      description:
        '`scheduled` → `waiting` (the participant is there) → `in_progress` → `completed`; or `no_show`, `canceled`, `abandoned`.',
    }),
    participant: Participant,
    invitation_id: Nullable(Id('invitation', 'The invitation that led to it; null if none did.')),
    response_id: Nullable(Id('response', 'Its answers; null if it has none.')),
    scheduled_start_at: Nullable(DateTime('Agreed start; null for an AI interview.')),
    scheduled_end_at: Nullable(DateTime('Agreed end; null for an AI interview.')),
    timezone: text('The participant’s timezone, an IANA name.', ['Europe/Berlin']),
    join_url: text('The participant’s personal link; null if it has none, and in events.', [
      'https://parley.example.com/t/8Jq2mV5tR1',
    ]),
    started_at: Nullable(DateTime('When both were present; null until then.')),
    ended_at: Nullable(DateTime('When it ended; null until then.')),
    duration_seconds: Nullable(
      Type.Number({
        minimum: 0,
        description: 'From start to end; null until it has ended.',
        examples: [883.3],
      }),
    ),
    recording_file_id: Nullable(Id('file', 'The recording or the conversation; null if there is none.')),
    summary: text('Null until there is one.', ['Mina found the shipping costs late.']),
    summary_citations: Type.Array(Citation, { description: 'The quotations of the summary.' }),
    coverage: Type.Array(CoverageShape, { description: 'One entry for each question that was planned.' }),
    simulated: Type.Boolean({ description: 'Whether it was simulated in test mode.' }),
  },
  { description: 'An interview with one participant: a video call or an AI interview.' },
);

/** Without `joinUrl` for events: they are stored and sent to other systems, so they have no link that grants access. */
export const toSession = (row: SessionRecord, joinUrl: string | null = null) => ({
  id: row.id,
  test_id: row.test_id,
  project_id: row.project_id,
  kind: row.kind,
  status: row.status,
  participant: row.participant,
  invitation_id: row.invitation_id,
  response_id: row.response_id,
  scheduled_start_at: row.scheduled_start_at,
  scheduled_end_at: row.scheduled_end_at,
  timezone: row.timezone,
  join_url: joinUrl,
  started_at: row.started_at,
  ended_at: row.ended_at,
  duration_seconds: row.duration_seconds,
  recording_file_id: row.recording_file_id,
  summary: row.summary,
  summary_citations: row.summary_citations.map(toCitation),
  coverage: row.coverage,
  simulated: row.simulated,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const SessionChange = Input(
  {
    scheduled_start_at: Type.Optional(
      DateTimeInput('A new start. The length stays, unless an end is given.'),
    ),
    scheduled_end_at: Type.Optional(DateTimeInput('A new end.')),
    timezone: Type.Optional(Timezone('The participant’s timezone.')),
    summary: Type.Optional(
      Nullable(Text(1, 20_000, { description: 'Replaces the summary and its quotations.' })),
    ),
  },
  { minProperties: 1, description: 'Only a session that is not held yet can be rescheduled.' },
);
export type SessionChange = Static<typeof SessionChange>;

export const NewSession = Input(
  {
    participant: Type.Optional(
      Input({
        email: EmailAddress(),
        name: Type.Optional(VisibleText(1, 200)),
        timezone: Type.Optional(Timezone('The participant’s timezone, for the mails.')),
      }),
    ),
    scheduled_start_at: DateTimeInput('In the future.'),
    scheduled_end_at: Type.Optional(
      DateTimeInput('Default: after `scheduling.duration_minutes` of the test.'),
    ),
    invitation_id: Type.Optional(
      Text(1, 100, { description: 'An invitation of this test, instead of `participant`.' }),
    ),
  },
  { description: 'Either `participant` or `invitation_id` is required.' },
);
export type NewSession = Static<typeof NewSession>;

const filters = {
  status: Type.Optional(SomeOf(sessionStatuses)),
  kind: Type.Optional(SomeOf(sessionKinds)),
  participant_id: Type.Optional(IdFilter('participant')),
  simulated: SimulatedFilter('sessions'),
};
const sorts = ['-created_at', 'created_at', '-updated_at'] as const;

export const TestSessionsQuery = listQuery(sorts, filters);
export const SessionsQuery = listQuery(sorts, {
  project_id: Type.Optional(IdFilter('project')),
  test_id: Type.Optional(IdFilter('test')),
  ...filters,
});
