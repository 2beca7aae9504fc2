import type { Participant } from '../../../foundation/principal.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { findPlan } from '../../identity/accounts/index.ts';
import { requireCredit, spendCredit } from '../../identity/usage/index.ts';

/** The share of a plan's participants that people without an invitation cannot use (spec §7.6). */
const keptForInvited = 0.2;

const spenderOf = async (db: Db, workspaceId: string, isInvited: boolean) => ({
  workspace_id: workspaceId,
  plan: (await findPlan(db, workspaceId)) ?? ('free' as const),
  keptShare: isInvited ? 0 : keptForInvited,
});

/** Refuses a start if its first answer would be refused. */
export async function requireParticipantCredit(db: Db, principal: Participant, now: Date): Promise<void> {
  const isInvited = principal.participant_id !== null && principal.response_id === null;
  const spender = await spenderOf(db, principal.workspace_id, isInvited);
  await requireCredit(db, spender, 'engage_participants', 1, now);
}

/**
 * Counts the participant of a response for the plan, once. Called with the first answer: a start alone costs nothing, so that
 * opening a link many times does not use up the plan.
 */
export async function chargeParticipant(
  db: Db,
  { response_id, workspace_id }: { response_id: string; workspace_id: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [added] = await tx.query<{ is_invited: boolean }>(sql`
      insert into credited_responses
      select r.id from responses r where r.id = ${response_id} and not r.simulated
      on conflict do nothing
      returning (select i.invitation_id is not null from responses i where i.id = response_id) as is_invited`);
    if (!added) return;
    const spender = await spenderOf(tx, workspace_id, added.is_invited);
    await spendCredit(tx, spender, 'engage_participants', 1, now);
  });
}
