import type { Emit } from '../../../events/index.ts';
import { invalidField, notFound } from '../../../foundation/errors.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { lockProject } from '../../projects/index.ts';
import { markInvitation } from '../invitations/index.ts';
import { completeResponse, findResponseById, findResponseOf, saveResponse } from '../responses/index.ts';
import { toSession } from './schema.ts';
import { allows, refusal } from './states.ts';
import { findSessionRecord, moveSession, type SessionChange, type SessionRecord } from './store.ts';

export interface CompletionDeps {
  emit: Emit;
}

/** Call when participant and interviewer are present. Returns whether the session started now; a second call changes nothing. */
export async function startSession(tx: Db, sessionId: string, now: Date): Promise<boolean> {
  return moveSession(tx, sessionId, 'start', { started_at: now, last_active_at: now }, now);
}

/**
 * Ends a session and emits `engage.session.completed`, once: a second call returns the completed session unchanged. Throws
 * 422 for a session that cannot be completed any more.
 */
export async function completeSession(
  tx: Db,
  deps: CompletionDeps,
  sessionId: string,
  change: SessionChange,
  now: Date,
): Promise<SessionRecord> {
  const seen = await findSessionRecord(tx, sessionId);
  if (!seen) throw notFound('Session');
  await lockProject(tx, seen.project_id);
  const before = await findSessionRecord(tx, sessionId, sql`for no key update of s`);
  if (!before) throw notFound('Session');
  if (before.status === 'completed') return before;
  if (!allows('complete', before.status)) throw invalidField('status', refusal(before.status));
  const ended = change.ended_at ?? now;
  const started = change.started_at ?? before.started_at;
  await moveSession(
    tx,
    sessionId,
    'complete',
    {
      ...change,
      ended_at: ended,
      duration_seconds:
        change.duration_seconds ?? (started && Math.max(0, (ended.getTime() - started.getTime()) / 1000)),
    },
    now,
  );
  if (before.kind === 'live' && !before.simulated) await completeParticipation(tx, deps.emit, before, now);
  const completed = await findSessionRecord(tx, sessionId);
  if (!completed) throw notFound('Session');
  await deps.emit(tx, {
    type: 'engage.session.completed',
    workspace_id: completed.workspace_id,
    project_id: completed.project_id,
    data: toSession(completed),
    at: now,
  });
  return completed;
}

/** The participant of a live interview has taken part in the test: this ends their response and their invitation. */
async function completeParticipation(tx: Db, emit: Emit, session: SessionRecord, now: Date): Promise<void> {
  const response = session.response_id
    ? await findResponseById(tx, session.response_id)
    : await findResponseOf(tx, session.test_id, session.participant_id);
  if (response?.status === 'in_progress' || response?.status === 'abandoned') {
    await saveResponse(tx, { ...response, session_id: session.id, updated_at: now });
    const { workspace_id } = session;
    await completeResponse(emit, tx, { workspace_id, response_id: response.id }, now);
  }
  if (session.invitation_id) await markInvitation(tx, session.invitation_id, 'completed', now);
}
