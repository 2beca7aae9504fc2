import { notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { type Sql, sql } from '../../../platform/database/index.ts';
import { type Need, requireAccess } from '../../projects/index.ts';
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
