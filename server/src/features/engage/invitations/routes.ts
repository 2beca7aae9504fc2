import Type from 'typebox';
import type { Researcher } from '../../../foundation/principal.ts';
import { type Route, route } from '../../../http/route.ts';
import { Deleted } from '../../../http/schema.ts';
import { getTest } from '../tests/index.ts';
import { createInvitations, type InvitationDeps } from './create.ts';
import {
  Invitation,
  InvitationResult,
  InvitationsQuery,
  NewInvitations,
  Resend,
  toInvitation,
} from './schema.ts';
import { getInvitation, resendInvitation, revokeInvitation } from './service.ts';
import { type InvitationView, listInvitations } from './store.ts';

export function invitationRoutes(deps: InvitationDeps): Route[] {
  const viewFor = (researcher: Researcher) => (row: InvitationView) =>
    toInvitation(row, (sealed) => deps.participantLinks.urlFor(researcher, sealed));
  const ofTest = { tag: 'Invitations', ids: { testId: 'test' } } as const;
  const one = {
    tag: 'Invitations',
    ids: { invitationId: 'invitation' },
    status: 200,
    data: Invitation,
  } as const;
  return [
    route({
      ...ofTest,
      method: 'POST',
      path: '/engage/tests/{testId}/invitations',
      operationId: 'createInvitations',
      summary: 'Invite up to 100 people to a test',
      description:
        'Returns one invitation for each address, in the order of the request. An address that was already invited is returned as it was, with `duplicate: true`, and gets no second mail. The test must be live.',
      status: 201,
      body: NewInvitations,
      data: Type.Array(InvitationResult, {
        description: 'One for each address of the request, in that order.',
      }),
      example: {
        body: {
          participants: [
            { email: 'grace@example.com', name: 'Grace', timezone: 'America/New_York', locale: 'en-US' },
            { email: 'konrad@example.com', locale: 'de' },
          ],
          message: 'You told us about your last order. We would like to hear more.',
        },
      },
      handler: async (call) => {
        const rows = await createInvitations(deps, call, call.params.testId, call.body);
        const view = viewFor(call.principal);
        return { data: rows.map((row) => ({ ...view(row), duplicate: row.duplicate })) };
      },
    }),
    route({
      ...ofTest,
      method: 'GET',
      path: '/engage/tests/{testId}/invitations',
      operationId: 'listInvitations',
      summary: 'List the invitations of a test',
      status: 200,
      query: InvitationsQuery,
      data: Invitation,
      list: true,
      handler: async (call) => {
        const [, page] = await Promise.all([
          getTest(call, call.params.testId),
          listInvitations(call.db, call.params.testId, call.query),
        ]);
        return { data: page.rows.map(viewFor(call.principal)), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...one,
      method: 'GET',
      path: '/engage/invitations/{invitationId}',
      operationId: 'getInvitation',
      summary: 'Get an invitation',
      handler: async (call) => ({
        data: viewFor(call.principal)(await getInvitation(call, call.params.invitationId)),
      }),
    }),
    route({
      ...one,
      method: 'POST',
      path: '/engage/invitations/{invitationId}/resend',
      operationId: 'resendInvitation',
      summary: 'Send an invitation again',
      description:
        'The mail contains the same link. Refused if the person has finished or declined, or if you revoked it.',
      body: Resend,
      example: { body: { expires_at: '2026-12-01T09:00:00.000Z' } },
      bodyOptional: true,
      handler: async (call) => ({
        data: viewFor(call.principal)(
          await resendInvitation(deps, call, call.params.invitationId, call.body ?? {}),
        ),
      }),
    }),
    route({
      ...one,
      method: 'DELETE',
      path: '/engage/invitations/{invitationId}',
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      description: 'Its link no longer works. The record remains with the status `revoked`.',
      data: Deleted('invitation'),
      handler: async (call) => {
        await revokeInvitation(deps, call, call.params.invitationId);
        return { data: { id: call.params.invitationId, deleted: true } };
      },
    }),
  ];
}
