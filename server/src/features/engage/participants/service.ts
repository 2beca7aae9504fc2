import { invalidField, notFound } from '../../../foundation/errors.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import { type Need, requireAccess } from '../../projects/index.ts';
import { setTags } from '../../tags/index.ts';
import { findParticipant, type ParticipantView, saveParticipant } from './participant-store.ts';
import type { ParticipantChange } from './schema.ts';

export async function getParticipant(
  { db, principal }: Caller,
  participantId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const participant = await findParticipant(db, principal, participantId, lock);
  if (!participant) throw notFound('Participant');
  requireAccess(participant, principal, need);
  return participant;
}

export async function changeParticipant(
  caller: Caller,
  participantId: string,
  change: ParticipantChange,
): Promise<ParticipantView> {
  return caller.db.transaction(async (tx) => {
    const lock = sql`for no key update of a for key share of p`;
    const before = await getParticipant({ ...caller, db: tx }, participantId, 'write', lock);
    if (before.erased_at) throw invalidField('participant_id', 'was erased and can no longer be changed.');
    const after = { ...before, ...change, updated_at: caller.now };
    if (isUnchanged(before, after)) return before;
    await saveParticipant(tx, after);
    if (change.tag_ids) {
      const record = {
        type: 'participant' as const,
        id: after.id,
        project_id: after.project_id,
        file_id: null,
      };
      await setTags(tx, record, change.tag_ids, { created_by: caller.principal.user_id, now: caller.now });
    }
    return after;
  });
}
