import { type Route, route } from '../../../http/route.ts';
import { Deleted, listQuery } from '../../../http/schema.ts';
import type { Registered } from '../../feature.ts';
import { Member, MemberChange, toMember } from './member-schema.ts';
import { changeRole, removeMember } from './member-service.ts';
import { listMembers } from './member-store.ts';

export const memberRoutes = ({ handOver }: Pick<Registered, 'handOver'>): Route[] => [
  route({
    method: 'GET',
    path: '/workspace/members',
    operationId: 'listWorkspaceMembers',
    tag: 'Identity',
    summary: 'List the members of the workspace',
    status: 200,
    query: listQuery(['created_at', '-created_at', 'name', '-name'], {}),
    data: Member,
    list: true,
    handler: async ({ db, principal, query }) => {
      const page = await listMembers(db, principal.workspace_id, query);
      return { data: page.rows.map(toMember), next_cursor: page.next_cursor };
    },
  }),
  route({
    method: 'PATCH',
    path: '/workspace/members/{userId}',
    operationId: 'updateWorkspaceMember',
    tag: 'Identity',
    summary: 'Change the role of a member',
    description:
      'For owners and admins. The new role is in force on every node when the response arrives. A workspace always has an owner.',
    status: 200,
    ids: { userId: 'user' },
    body: MemberChange,
    example: { body: { role: 'viewer' } },
    data: Member,
    handler: async (call) => ({
      data: toMember(await changeRole(call, call.params.userId, call.body.role)),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/workspace/members/{userId}',
    operationId: 'removeWorkspaceMember',
    tag: 'Identity',
    summary: 'Remove a member',
    description:
      'For owners and admins. The keys and sign-ins of the member end at once, and so do their webhooks and automation hooks. Their projects pass to an owner of the workspace; what they wrote remains.',
    status: 200,
    ids: { userId: 'user' },
    data: Deleted('user'),
    handler: async (call) => {
      await removeMember(call, call.params.userId, handOver);
      return { data: { id: call.params.userId, deleted: true } };
    },
  }),
];
