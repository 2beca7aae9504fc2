import { type Db, sql } from '../../../platform/database/index.ts';
import { attemptsOfOneDay } from '../../../platform/mail/index.ts';
import type { ErasureScope } from '../participants/index.ts';
import type { SessionDeps } from './deps.ts';
import { cancelSession } from './schedule.ts';
import { findSessionRecord, moveSession } from './store.ts';

/** The mail to the researcher must not name an erased person, and the mail to that person must not stay in the queue. */
const ofErased = { namesParticipant: false, participantAttemptsMax: attemptsOfOneDay };

/**
 * Cancels the calls that a person has booked, so that no calendar still shows them: the person is erased, or the screener
 * ended the test for them.
 */
export async function cancelSessionsOf(
  deps: SessionDeps,
  tx: Db,
  { participant_id, test_id }: ErasureScope,
  now: Date,
): Promise<void> {
  const booked = await tx.query<{ id: string }>(sql`
    select id from engage_sessions
     where participant_id = ${participant_id} and (${test_id}::text is null or test_id = ${test_id}) and kind = 'live'
       and status in ('scheduled', 'waiting', 'no_show') and scheduled_end_at > ${now}
     order by id for no key update`);
  for (const { id } of booked) {
    const session = await findSessionRecord(tx, id);
    if (session) await cancelSession(deps, tx, session, now, test_id === null ? ofErased : undefined);
  }
}

/**
 * Ends the sessions of a response that is deleted: its AI interview is abandoned, and calls that the person has booked are
 * canceled. A call in progress continues. The caller has locked the project and the test.
 */
export async function endSessionsOf(
  deps: SessionDeps,
  tx: Db,
  response: { participant_id: string; test_id: string; session_id: string | null },
  now: Date,
): Promise<void> {
  const session = response.session_id && (await findSessionRecord(tx, response.session_id));
  if (session && session.kind === 'ai') await moveSession(tx, session.id, 'abandon', { ended_at: now }, now);
  await cancelSessionsOf(deps, tx, response, now);
}

/** Deletes sessions with their turns. The caller has locked the project and the tests, which count them. */
export async function removeSessions(tx: Db, sessionIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`delete from engage_sessions where id = any(${sessionIds}::text[]) returning id`,
  );
  return rows.map(({ id }) => id);
}
