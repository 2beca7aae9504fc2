import Type, { type Static } from 'typebox';
import {
  commonFields,
  DateTime,
  EmailAddress,
  Input,
  listQuery,
  Nullable,
  OneOf,
  Resource,
} from '../../../http/schema.ts';
import { invitedRoles, type MemberInvitationRow } from './store.ts';

const statuses = ['pending', 'expired', 'bounced'] as const;

export const MemberInvitation = Resource(
  'MemberInvitation',
  {
    ...commonFields('member_invitation'),
    email: Type.String({ description: 'The address that was invited.', examples: ['grace@example.com'] }),
    role: OneOf(invitedRoles, { description: 'The role of the new member.' }),
    status: OneOf(statuses, {
      description:
        '`bounced`: the mail server refused the mail. An accepted or withdrawn invitation no longer exists.',
    }),
    bounce_reason: Nullable(
      Type.String({ description: 'The response of the mail server; null if it accepted the mail.' }),
    ),
    sent_at: Nullable(DateTime('When the mail was last sent; null if it still waits.')),
    invite_url: Type.String({
      description: 'The personal link of the mail, for a server without mail. Give it only to the person.',
      examples: ['https://parley.example.com/invite#4pZ2q8Xw1mB7cV0sLr9eTn3KdYhJf6Ua'],
    }),
    expires_at: DateTime('The link works until then.'),
  },
  { description: 'An invitation to join the workspace, sent by mail.' },
);

export const toMemberInvitation = (row: MemberInvitationRow, inviteUrl: string, now: Date) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.expires_at <= now ? 'expired' : row.bounce_reason === null ? 'pending' : 'bounced',
  bounce_reason: row.bounce_reason,
  sent_at: row.sent_at,
  invite_url: inviteUrl,
  expires_at: row.expires_at,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const NewMemberInvitation = Input({
  email: EmailAddress('Whom to invite. An address can be invited once at a time.'),
  role: Type.Optional(OneOf(invitedRoles, { default: 'member', description: 'The role of the new member.' })),
});
export type NewMemberInvitation = Static<typeof NewMemberInvitation>;

export const MemberInvitationsQuery = listQuery(['-created_at', 'created_at'], {});
