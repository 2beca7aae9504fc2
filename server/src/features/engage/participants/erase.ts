import { type Db, type Sql, sql } from '../../../platform/database/index.ts';

/** Whose data an erasure covers: all of a person, or what belongs to one test. */
export interface ErasureScope {
  participant_id: string;
  /** null: everything. */
  test_id: string | null;
}

/** Removes everything that identifies the person. The row remains, because it says that the person was erased. */
export async function blankParticipant(tx: Db, participantId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update participants set email = null, name = null, timezone = null, locale = null, notes = null, metadata = '{}',
      erased_at = coalesce(erased_at, ${now}), updated_at = ${now}
     where id = ${participantId}`);
}

/**
 * Ends the links of the person and detaches them from the records that will be deleted, so that their page can still say
 * what happened.
 */
export async function endLinks(tx: Db, { participant_id, test_id }: ErasureScope, now: Date): Promise<void> {
  await tx.query(sql`
    update participant_links l set revoked_at = coalesce(l.revoked_at, ${now}), participant_id = ${participant_id},
      invitation_id = null, response_id = null, session_id = null
     where (${test_id}::text is null or l.test_id = ${test_id})
       and (l.participant_id = ${participant_id}
         or l.invitation_id in (select id from invitations where participant_id = ${participant_id})
         or l.response_id in (select id from responses where participant_id = ${participant_id})
         or l.session_id in (select id from engage_sessions where participant_id = ${participant_id}))`);
}

/** The id of a link in limits and in stored responses. */
const linkId = sql`'link:' || translate(rtrim(encode(l.hash, 'base64'), '='), '+/', '-_')`;

/** A query of the ids of all links of a project. */
export const linksOfProject = (projectId: string): Sql => sql`
  select ${linkId} from participant_links l join tests t on t.id = l.test_id where t.project_id = ${projectId}`;

/** A query of the ids of the links of a person, to one test or to all. */
export const linksOfPerson = ({ participant_id, test_id }: ErasureScope): Sql => sql`
  select ${linkId} from participant_links l
   where l.participant_id = ${participant_id} and (${test_id}::text is null or l.test_id = ${test_id})`;
