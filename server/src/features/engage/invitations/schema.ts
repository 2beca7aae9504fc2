import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  DateTimeInput,
  EmailAddress,
  Id,
  Input,
  Language,
  listQuery,
  Metadata,
  Nullable,
  OneOf,
  ProjectId,
  Resource,
  SearchText,
  SomeOf,
  Timezone,
  VisibleText,
} from '../../../http/schema.ts';
import { SimulatedFilter } from '../participants/index.ts';
import { type InvitationView, invitationStatuses } from './store.ts';

const fields = {
  ...commonFields('invitation'),
  project_id: ProjectId(),
  test_id: Id('test', 'The test that the person is invited to.'),
  participant_id: Id('participant', 'The person.'),
  email: Type.String({ description: 'The address, as you wrote it.', examples: ['grace@example.com'] }),
  name: Nullable(Type.String({ description: 'The name in the mail; null if you gave none.' })),
  status: OneOf(invitationStatuses, {
    description:
      '`queued` until the mail is sent; `bounced` if the mail server refused the address; `opened`, `started`, `completed`, `screened_out` and `declined` by the person; `expired` by time; `revoked` by you.',
  }),
  invite_url: Nullable(
    Type.String({
      description:
        'The personal link. Whoever has it can answer as this person. Null for a viewer, and after erasure.',
      examples: ['https://parley.example.com/t/4pZ2q8Xw1mB7cV0sLr9eTn3KdYhJf6Ua'],
    }),
  ),
  timezone: Nullable(Type.String({ description: 'Decides when the deadline ends; null: from the browser.' })),
  locale: Nullable(Type.String({ description: 'Language of the mail; null: English.' })),
  message: Nullable(Type.String({ description: 'Your words in the mail; null if there are none.' })),
  bounce_reason: Nullable(
    Type.String({ description: 'What the mail server said; null unless the mail bounced.' }),
  ),
  sent_at: Nullable(DateTime('When the mail was last handed to the mail server; null until then.')),
  opened_at: Nullable(DateTime('When the page was first opened; null until then.')),
  started_at: Nullable(DateTime('When the person started; null until then.')),
  completed_at: Nullable(DateTime('When the person reached the end or was screened out; null until then.')),
  expires_at: Nullable(DateTime('From then on the person can no longer start; null: never.')),
  session_id: Nullable(Id('session', 'The latest interview of this invitation; null if there is none.')),
  response_id: Nullable(Id('response', 'The response to this invitation; null if there is none.')),
  metadata: Metadata(),
  simulated: Type.Boolean({ description: 'True if a simulation created it.', examples: [false] }),
};

export const Invitation = Resource('Invitation', fields, {
  description: 'A personal link to a test for one address.',
});
export const InvitationResult = Resource(
  'InvitationResult',
  {
    ...fields,
    duplicate: Type.Boolean({
      description: 'True if the address was already invited: the invitation is returned as it was.',
      examples: [false],
    }),
  },
  { description: 'The invitation of one address of the request.' },
);

export const toInvitation = (row: InvitationView, urlOf: (sealed: Buffer | null) => string | null) => ({
  id: row.id,
  project_id: row.project_id,
  test_id: row.test_id,
  participant_id: row.participant_id,
  email: row.email,
  name: row.name,
  status: row.status,
  invite_url: urlOf(row.sealed),
  timezone: row.timezone,
  locale: row.locale,
  message: row.message,
  bounce_reason: row.bounce,
  sent_at: row.sent_at,
  opened_at: row.opened_at,
  started_at: row.started_at,
  completed_at: row.completed_at,
  expires_at: row.expires_at,
  session_id: row.session_id,
  response_id: row.response_id,
  metadata: row.metadata,
  simulated: row.simulated,
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by,
});

const ExpiresAt = () =>
  DateTimeInput('From then on the person can no longer start. A response that was started can be completed.');

export const NewInvitations = Input(
  {
    participants: Type.Array(
      Input({
        email: EmailAddress('One address without a name.'),
        name: Type.Optional(Nullable(VisibleText(1, 200))),
        timezone: Type.Optional(Nullable(Timezone())),
        locale: Type.Optional(Nullable(Language())),
        metadata: Type.Optional(Metadata()),
      }),
      { minItems: 1, maxItems: 100, description: 'The people to invite.' },
    ),
    message: Type.Optional(
      Nullable(Type.String({ maxLength: 5000, description: 'Plain text in the mail, before the link.' })),
    ),
    expires_at: Type.Optional(Nullable(ExpiresAt())),
  },
  { description: 'An address that was already invited is not invited again.' },
);
export type NewInvitations = Static<typeof NewInvitations>;

export const Resend = Input(
  { expires_at: Type.Optional(Nullable(ExpiresAt())) },
  { description: 'Omitted: the expiry does not change. An expired invitation needs a new one.' },
);
export type Resend = Static<typeof Resend>;

export const InvitationsQuery = listQuery(['-created_at', 'created_at', '-updated_at'], {
  status: Type.Optional(SomeOf(invitationStatuses)),
  simulated: SimulatedFilter('invitations'),
  q: Type.Optional(SearchText('name or address')),
});
