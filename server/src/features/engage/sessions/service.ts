import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import { type Need, requireAccess } from '../../projects/index.ts';
import { type CompletionDeps, completeSession } from './complete.ts';
import { refusal } from './states.ts';
import { findSession, moveSession, type SessionRecord } from './store.ts';

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

export async function endSession(
  deps: CompletionDeps,
  caller: Caller,
  sessionId: string,
): Promise<SessionRecord> {
  return caller.db.transaction(async (tx) => {
    await getSession({ ...caller, db: tx }, sessionId, 'write');
    return completeSession(tx, deps, sessionId, {}, caller.now);
  });
}

/** A session that is canceled already stays as it is. */
export async function cancelSession(caller: Caller, sessionId: string): Promise<SessionRecord> {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    const session = await getSession(inTx, sessionId, 'write', sql`for no key update of s`);
    if (session.status === 'canceled') return session;
    const canceled = await moveSession(tx, sessionId, 'cancel', { ended_at: now }, now);
    if (!canceled) throw invalidField('status', refusal(session.status));
    return getSession(inTx, sessionId);
  });
}
