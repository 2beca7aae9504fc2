import { type Db, sql } from '../../../platform/database/index.ts';

/** Records that the person agreed to this version of the text. Agreeing again after a withdrawal counts from then. */
export async function recordConsent(
  tx: Db,
  participantId: string,
  testId: string,
  version: number,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into consents as c (participant_id, test_id, version, accepted_at)
    values (${participantId}, ${testId}, ${version}, ${now})
    on conflict (participant_id, test_id, version) do update
      set accepted_at = excluded.accepted_at, withdrawn_at = null
    where c.withdrawn_at is not null`);
}

/** The version if the person agreed to it and did not withdraw that; null otherwise. */
export async function findAgreement(
  db: Db,
  { participant_id, test_id }: { participant_id: string; test_id: string },
  version: number,
): Promise<number | null> {
  const rows = await db.query(sql`
    select 1 from consents where participant_id = ${participant_id} and test_id = ${test_id}
       and version = ${version} and withdrawn_at is null`);
  return rows.length > 0 ? version : null;
}

/** Withdraws what the person agreed to: for one test, or for all tests of the project. The records remain. */
export async function withdrawConsents(
  tx: Db,
  participantId: string,
  testId: string | null,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update consents set withdrawn_at = ${now}
     where participant_id = ${participantId} and withdrawn_at is null
       and (${testId}::text is null or test_id = ${testId})`);
}
