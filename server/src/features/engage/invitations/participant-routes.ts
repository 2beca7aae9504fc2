import Type from 'typebox';
import { invalidField } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import { participantRoute, type Route } from '../../../http/route.ts';
import { Input, OneOf } from '../../../http/schema.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findInvitationRow, markInvitation } from './store.ts';

/** An invitation can be declined in every state of the test. */
export const declineRoutes = (): Route<Participant>[] => [
  participantRoute({
    method: 'POST',
    path: '/decline',
    operationId: 'declineInvitation',
    tag: 'Participant',
    summary: 'Decline an invitation',
    status: 200,
    body: Input({}),
    bodyOptional: true,
    data: Type.Object({ status: OneOf(['declined'], { description: 'Always `declined`.' }) }),
    handler: async ({ db, principal, now }) => {
      await decline(db, principal, now);
      return { data: { status: 'declined' } };
    },
  }),
];

async function decline(db: Db, { invitation_id }: Participant, now: Date): Promise<void> {
  if (!invitation_id) throw invalidField('link', 'Only an invitation can be declined.');
  await db.transaction(async (tx) => {
    if (await markInvitation(tx, invitation_id, 'declined', now)) return;
    const row = await findInvitationRow(tx, invitation_id);
    // Declining again, or after the invitation ended, changes nothing.
    if (row?.status !== 'completed' && row?.status !== 'screened_out') return;
    throw invalidField('link', 'You have already finished. You can withdraw instead.');
  });
}
