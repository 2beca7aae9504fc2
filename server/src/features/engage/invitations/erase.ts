import { type Db, sql } from '../../../platform/database/index.ts';

/** Deletes the invitations of an erased person and returns the addresses and names that were in them. */
export async function removeInvitationsOf(tx: Db, participantId: string): Promise<string[]> {
  const rows = await tx.query<{ email: string; name: string | null }>(
    sql`delete from invitations where participant_id = ${participantId} returning email, name`,
  );
  return rows.flatMap(({ email, name }) => (name === null ? [email] : [email, name]));
}

/** After a withdrawal the invitation remains, so that the person is not invited to the test again. */
export async function declineInvitationsOf(
  tx: Db,
  participantId: string,
  testId: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update invitations set status = 'declined', message = null, updated_at = ${now}
     where participant_id = ${participantId} and test_id = ${testId} and status <> 'declined'`);
}
