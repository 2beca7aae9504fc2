import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  Id,
  IdFilter,
  Input,
  Language,
  listQuery,
  Metadata,
  Nullable,
  ProjectId,
  Resource,
  SearchText,
  Timezone,
  VisibleText,
} from '../../../http/schema.ts';
import { TagIds } from '../../tags/index.ts';
import type { ParticipantView } from './participant-store.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

const Consent = Type.Object(
  {
    test_id: Id('test', 'The test whose text was agreed to.'),
    version: Type.Integer({ minimum: 1, description: 'Version of that text.', examples: [1] }),
    accepted_at: DateTime('When the person agreed.'),
    withdrawn_at: Nullable(DateTime('When the person withdrew; null if never.')),
  },
  { description: 'What the person agreed to, and when.' },
);

export const ParticipantResource = Resource(
  'Participant',
  {
    ...commonFields('participant'),
    project_id: ProjectId(),
    email: Nullable(
      Type.String({
        description:
          'Unique among the verified addresses of the project, ignoring case; null if the person gave none.',
        examples: ['grace@example.com'],
      }),
    ),
    email_verified: Type.Boolean({
      description:
        'False if the person typed the address on an open link. It may then be the address of someone else.',
      examples: [true],
    }),
    name: Nullable(Type.String({ description: 'Null if unknown.', examples: ['Grace Hopper'] })),
    timezone: Nullable(Type.String({ description: 'Null if unknown.', examples: ['America/New_York'] })),
    locale: Nullable(Type.String({ description: 'Language of mails and pages; null if unknown.' })),
    notes: Nullable(Type.String({ description: 'For researchers; the person never sees it.' })),
    tag_ids: Type.Array(Id('tag'), { description: 'Tags of the person.' }),
    metadata: Metadata(),
    invitation_count: count('Invitations to tests of the project, without simulated ones.'),
    session_count: count('Interviews, also canceled ones, without simulated ones.'),
    response_count: count('Responses in all states, without simulated ones.'),
    consents: Type.Array(Consent, { description: 'In the order in which they were given.' }),
    erased_at: Nullable(DateTime('When the personal data was erased; null if it was not.')),
    simulated: Type.Boolean({ description: 'True if a simulation created it.', examples: [false] }),
  },
  { description: 'One person in one project, who is invited to tests or takes them.' },
);

export const toParticipant = (row: ParticipantView) => ({
  id: row.id,
  project_id: row.project_id,
  email: row.email,
  email_verified: row.email_verified,
  name: row.name,
  timezone: row.timezone,
  locale: row.locale,
  notes: row.notes,
  tag_ids: row.tag_ids,
  metadata: row.metadata,
  invitation_count: row.invitation_count,
  session_count: row.session_count,
  response_count: row.response_count,
  consents: row.consents,
  erased_at: row.erased_at,
  simulated: row.simulated,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

export const ParticipantChange = Input(
  {
    name: Type.Optional(Nullable(VisibleText(1, 200))),
    timezone: Type.Optional(Nullable(Timezone())),
    locale: Type.Optional(Nullable(Language())),
    notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    tag_ids: Type.Optional(TagIds()),
    metadata: Type.Optional(Metadata()),
  },
  {
    minProperties: 1,
    description: 'Omitted fields do not change; `metadata` and `tag_ids` are replaced as a whole.',
  },
);
export type ParticipantChange = Static<typeof ParticipantChange>;

/** The lists of people, invitations, responses and sessions leave out what a simulation created, as counts and results do. */
export const SimulatedFilter = (records: string) =>
  Type.Optional(
    Type.Boolean({
      default: false,
      description: `True returns only the ${records} of simulations. By default the list leaves them out.`,
    }),
  );

export const ParticipantsQuery = listQuery(['-created_at', 'created_at', 'name', '-name', '-updated_at'], {
  q: Type.Optional(SearchText('name or address')),
  test_id: Type.Optional(
    IdFilter('test', { description: 'Only people who were invited to these tests or took them.' }),
  ),
  tag_id: Type.Optional(IdFilter('tag')),
  simulated: SimulatedFilter('people'),
});
