import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { requireManager } from '../accounts/index.ts';
import {
  MemberInvitation,
  MemberInvitationsQuery,
  NewMemberInvitation,
  toMemberInvitation,
} from './schema.ts';
import {
  createInvitation,
  getInvitation,
  type InvitationDeps,
  inviteUrl,
  resendInvitation,
  withdrawInvitation,
} from './service.ts';
import { listInvitations, type MemberInvitationRow } from './store.ts';

const path = '/workspace/invitations/{invitationId}';
const ids = { invitationId: 'member_invitation' } as const;

export function memberInvitationRoutes(deps: InvitationDeps): Route[] {
  const render = (row: MemberInvitationRow, now: Date) => toMemberInvitation(row, inviteUrl(deps, row), now);
  return [
    route({
      method: 'GET',
      path: '/workspace/invitations',
      operationId: 'listMemberInvitations',
      tag: 'Identity',
      summary: 'List the open invitations to the workspace',
      description: 'For owners and admins. Expired invitations are included until they are withdrawn.',
      status: 200,
      query: MemberInvitationsQuery,
      data: MemberInvitation,
      list: true,
      handler: async ({ db, principal, query, now }) => {
        requireManager(principal);
        const page = await listInvitations(db, principal.workspace_id, query);
        return { data: page.rows.map((row) => render(row, now)), next_cursor: page.next_cursor };
      },
    }),
    route({
      method: 'POST',
      path: '/workspace/invitations',
      operationId: 'createMemberInvitation',
      tag: 'Identity',
      summary: 'Invite a person to the workspace',
      description:
        'For owners and admins. Parley sends a mail with a personal link, with which the person chooses a name and a password.',
      status: 201,
      body: NewMemberInvitation,
      requireReplayRole: requireManager,
      example: { body: { email: 'grace@example.com', role: 'member' } },
      data: MemberInvitation,
      handler: async (call) => ({
        data: render(await createInvitation(deps, call, call.body), call.now),
      }),
    }),
    route({
      method: 'GET',
      path,
      operationId: 'getMemberInvitation',
      tag: 'Identity',
      summary: 'Get an invitation to the workspace',
      status: 200,
      ids,
      data: MemberInvitation,
      handler: async (call) => ({
        data: render(await getInvitation(call, call.params.invitationId), call.now),
      }),
    }),
    route({
      method: 'POST',
      path: `${path}/resend`,
      operationId: 'resendMemberInvitation',
      tag: 'Identity',
      summary: 'Send an invitation again',
      description:
        'The link stays the same and works for another seven days. Refused with 422 within a minute of the last mail.',
      status: 200,
      ids,
      requireReplayRole: requireManager,
      data: MemberInvitation,
      handler: async (call) => ({
        data: render(await resendInvitation(deps, call, call.params.invitationId), call.now),
      }),
    }),
    route({
      method: 'DELETE',
      path,
      operationId: 'withdrawMemberInvitation',
      tag: 'Identity',
      summary: 'Withdraw an invitation',
      description: 'Its link no longer works.',
      status: 200,
      ids,
      data: Deleted('member_invitation'),
      handler: async (call) => {
        await withdrawInvitation(call, call.params.invitationId);
        return { data: { id: call.params.invitationId, deleted: true } };
      },
    }),
  ];
}
