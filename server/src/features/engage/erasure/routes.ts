import Type from 'typebox';
import type { Participant } from '../../../foundation/principal.ts';
import { participantRoute, type Route, route } from '../../../http/route.ts';
import { DateTime, Input } from '../../../http/schema.ts';
import type { ErasureDeps } from './deps.ts';
import { ErasureReceipt, toReceipt } from './schema.ts';
import { eraseParticipant, withdraw } from './service.ts';

export const erasureRoutes = (deps: ErasureDeps): Route[] => [
  route({
    method: 'POST',
    path: '/participants/{participantId}/erase',
    operationId: 'eraseParticipant',
    tag: 'Participants',
    summary: 'Erase a participant',
    description:
      'Deletes the responses, sessions, recordings, transcripts, clips, invitations and notes of the person, and replaces their words and their name in all other texts of the project by `[removed]`. It cannot be undone. A second call returns the same receipt.',
    status: 200,
    ids: { participantId: 'participant' },
    body: Input({}),
    bodyOptional: true,
    data: ErasureReceipt,
    example: { body: {} },
    handler: async (call) => ({
      data: toReceipt(await eraseParticipant(deps, call, call.params.participantId)),
    }),
  }),
];

export const withdrawalRoutes = (deps: ErasureDeps): Route<Participant>[] => [
  participantRoute({
    method: 'POST',
    path: '/withdraw',
    operationId: 'withdraw',
    tag: 'Participants',
    summary: 'Withdraw from the test and remove everything that was answered',
    status: 200,
    body: Input({}),
    bodyOptional: true,
    data: Type.Object({ withdrawn_at: DateTime() }),
    handler: async (call) => ({
      data: { withdrawn_at: (await withdraw(deps, call.principal, call.now)).started_at },
    }),
  }),
];
