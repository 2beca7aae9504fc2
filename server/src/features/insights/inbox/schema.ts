import Type, { type Static } from 'typebox';
import {
  DateTime,
  DateTimeInput,
  Id,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Resource,
} from '../../../http/schema.ts';
import { urlOf } from './item-url.ts';
import { type InboxRow, itemTypes, subjectTypes } from './store.ts';
import { titleOf } from './title.ts';

const Actor = Nullable(
  Type.Object(
    {
      id: Id('user', 'The member.'),
      name: Type.String({ description: 'Their name now.', examples: ['Mina Sato'] }),
    },
    { description: 'The member who did it; null for participants and for the server.' },
  ),
);
const Project = Nullable(
  Type.Object(
    {
      id: Id('project', 'The project.'),
      name: Type.String({ description: 'Its name now.', examples: ['Grocery delivery'] }),
    },
    { description: 'Where it happened; null outside projects.' },
  ),
);

export const InboxItem = Resource(
  'InboxItem',
  {
    id: Id('inbox_item', 'Stable, even if it happens again.'),
    type: OneOf(itemTypes, {
      description:
        'What happened: a comment mentions you or replies to you, a card was assigned to you, a job of yours ended or failed, participants finished your study, your webhook was disabled, or your invitation bounced.',
    }),
    title: Type.String({
      description: 'What happened, in one English sentence.',
      examples: ['Participant 2 finished the AI interview “First order”'],
    }),
    excerpt: Nullable(Type.String({ description: 'The beginning of the comment, or why something failed.' })),
    actor: Actor,
    participant: Nullable(
      Type.String({
        description: 'The participant who finished last: a name, or a number.',
        examples: ['Participant 2'],
      }),
    ),
    project: Project,
    subject: Type.Object(
      {
        type: OneOf(subjectTypes, { description: 'What kind of record it is.' }),
        id: Type.String({ description: 'The id of this record.' }),
        name: Nullable(Type.String({ description: 'Its name or title now.', examples: ['First order'] })),
      },
      { description: 'The record that it is about.' },
    ),
    job_type: Nullable(
      Type.String({
        description: 'What a job did, as in `GET /v1/jobs`; null for anything else.',
        examples: ['transcription'],
      }),
    ),
    test_type: Nullable(
      Type.String({
        description: 'How participants took part in the study; null for anything else.',
        examples: ['ai_interview'],
      }),
    ),
    count: Type.Integer({
      description: 'How often it happened. Responses to one study on one day (UTC) are one row.',
    }),
    url: Type.String({
      description: 'The page that shows it, at its moment.',
      examples: ['https://parley.example.com/projects/prj_01k9p3v7e8r5ys1q2w4x6z8abc/board?card=card_01k9'],
    }),
    read_at: Nullable(DateTime('When you marked it as read. Null again if it happens once more.')),
    created_at: DateTime('When it happened first.'),
    updated_at: DateTime('When it happened last.'),
  },
  { description: 'Something that concerns you and that you did not do yourself.' },
);

export const toInboxItem = (row: InboxRow, publicUrl: string) => ({
  id: row.id,
  type: row.type,
  title: titleOf(row),
  excerpt: row.excerpt,
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
  participant: row.participant,
  project: row.project_id === null ? null : { id: row.project_id, name: row.project_name },
  subject: { type: row.subject_type, id: row.subject_id, name: row.name },
  job_type: row.job_type,
  test_type: row.test_type,
  count: row.count,
  url: urlOf(row, publicUrl),
  read_at: row.read_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const InboxQuery = listQuery(['-updated_at', 'updated_at', '-created_at', 'created_at'], {
  unread: Type.Optional(Type.Boolean({ description: 'Only unread rows, or only those that you have read.' })),
});

const ids = (description: string) =>
  Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 100, uniqueItems: true, description });

export const InboxRead = Input(
  {
    ids: Type.Optional(ids('These rows.')),
    before: Type.Optional(DateTimeInput('All rows that happened last at or before this instant.')),
  },
  { minProperties: 1, description: 'Exactly one of `ids` and `before`.' },
);
export type InboxRead = Static<typeof InboxRead>;

export const InboxUnread = Input({ ids: ids('These rows.') });

export const unreadMax = 100;
export const UnreadCount = Resource(
  'InboxUnreadCount',
  {
    unread_count: Type.Integer({
      description: `How many rows are unread. ${unreadMax} means ${unreadMax} or more.`,
    }),
  },
  { description: 'How much is new in your inbox.' },
);
