import { notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { lockProject, type Need, requireAccess } from '../../projects/index.ts';
import { type CompletionDeps, completeSession } from './complete.ts';
import { findSession, type SessionRecord } from './store.ts';

export async function getSession(
  { db, principal }: Caller,
  sessionId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const session = await findSession(db, principal, sessionId, lock);
  if (!session) throw notFound('Session');
  requireAccess(session, principal, need);
  return session;
}

/** Ends the AI interview of a session. False if the session has none. */
export type EndInterview = (tx: Db, session: SessionRecord, now: Date) => Promise<boolean>;

export interface EndDeps extends CompletionDeps {
  endInterview: EndInterview;
}

/** A running AI interview ends now; a task completes its session when the transcript and the summary are written. */
export async function endSession(deps: EndDeps, caller: Caller, sessionId: string): Promise<SessionRecord> {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const { kind, project_id } = await getSession(inTx, sessionId, 'write');
    if (kind === 'ai') {
      await lockProject(tx, project_id);
      const session = await getSession(inTx, sessionId, 'write', sql`for no key update of s`);
      if (session.status === 'in_progress' && (await deps.endInterview(tx, session, now))) return session;
    }
    return completeSession(tx, deps, sessionId, {}, now);
  });
}
