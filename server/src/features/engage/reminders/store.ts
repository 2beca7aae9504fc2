import { type Db, sql } from '../../../platform/database/index.ts';

/**
 * The personal link of the unfinished response of an invited person to this test. An address that was typed on the open link finds
 * nothing: anyone can type it, and the mail would lead its owner into the response of another.
 */
export async function findLinkOfAddress(db: Db, testId: string, email: string) {
  const [row] = await db.query<{ hash: Buffer; participant_id: string; email: string }>(sql`
    select l.hash, a.id as participant_id, a.email
      from tests t join participants a on a.project_id = t.project_id and lower(a.email) = lower(${email}) and a.email_verified
      join responses r on r.participant_id = a.id and r.test_id = t.id
      join participant_links l on l.response_id = r.id or l.invitation_id = r.invitation_id
     where t.id = ${testId} and r.status in ('in_progress', 'abandoned') and l.revoked_at is null
     order by l.created_at desc limit 1`);
  return row;
}

/** What the mail needs; undefined after the link was revoked or the person erased. */
export async function findLinkToSend(db: Db, hash: Buffer) {
  const [row] = await db.query<{ sealed: Buffer; test_id: string; locale: string | null }>(sql`
    select l.sealed, l.test_id, coalesce(r.locale, a.locale) as locale
      from participant_links l join participants a on a.id = l.participant_id
      left join responses r on r.id = l.response_id or r.invitation_id = l.invitation_id
     where l.hash = ${hash} and l.revoked_at is null and a.erased_at is null`);
  return row;
}
