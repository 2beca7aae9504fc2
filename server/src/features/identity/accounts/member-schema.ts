import Type, { type Static } from 'typebox';
import { type Role, roles } from '../../../foundation/principal.ts';
import { DateTime, Id, Input, OneOf, Resource } from '../../../http/schema.ts';

export interface MemberRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  joined_at: Date;
}

export const Member = Resource(
  'Member',
  {
    id: Id('user', 'Use it in `member_ids`, `owner_id` and `assignee_id`.'),
    name: Type.String({ description: 'As shown to other members.', examples: ['Ada Lovelace'] }),
    email: Type.String({
      description: 'The address that the member signs in with.',
      examples: ['ada@example.com'],
    }),
    role: OneOf(roles, { description: 'A `viewer` only reads; `owner` and `admin` also create API keys.' }),
    joined_at: DateTime('When the account was created in this workspace.'),
  },
  { description: 'A researcher of the workspace.' },
);

export const toMember = ({ id, name, email, role, joined_at }: MemberRow) => ({
  id,
  name,
  email,
  role,
  joined_at,
});

export const MemberChange = Input({
  role: OneOf(roles, {
    description: 'Only an owner makes another member an owner, or changes the role of an owner.',
  }),
});
export type MemberChange = Static<typeof MemberChange>;
