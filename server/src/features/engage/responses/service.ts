import { notFound } from '../../../foundation/errors.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { lockProject, type Need, requireAccess } from '../../projects/index.ts';
import { setTags } from '../../tags/index.ts';
import { listOwnFiles, lockOwnFiles } from './own-files.ts';
import type { ResponseChange } from './schema.ts';
import { findResponse, type ResponseRow, type ResponseView, removeResponse, saveResponse } from './store.ts';

export async function getResponse(
  { db, principal }: Caller,
  responseId: string,
  need: Need = 'read',
  lock: Sql = sql``,
) {
  const response = await findResponse(db, principal, responseId, lock);
  if (!response) throw notFound('Response');
  requireAccess(response, principal, need);
  return response;
}

export async function changeResponse(
  caller: Caller,
  responseId: string,
  change: ResponseChange,
): Promise<ResponseView> {
  const { principal, now } = caller;
  return caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    await lockProject(tx, (await getResponse(inTx, responseId, 'write')).project_id);
    const before = await getResponse(inTx, responseId, 'write', sql`for no key update of r`);
    const after: ResponseView = { ...before, ...change, updated_at: now };
    if (isUnchanged(before, after)) return before;
    await saveResponse(tx, after);
    if (change.tag_ids) {
      const record = { type: 'response', id: after.id, project_id: after.project_id, file_id: null } as const;
      await setTags(tx, record, change.tag_ids, { created_by: principal.user_id, now });
    }
    return after;
  });
}

export interface DeletionDeps {
  /** Deletes a recording in the caller's transaction. */
  eraseFile(tx: Db, fileId: string, now: Date): Promise<boolean>;
  /** Ends the AI interview and cancels the booked calls of a response. The caller has locked the project and the test. */
  endSessions(tx: Db, response: ResponseRow, now: Date): Promise<void>;
}

/**
 * Deletes the answers and the recordings too, with the transcripts and clips of the recordings. The session of a response that
 * is not submitted ends, because its interview has nothing to write to.
 */
export async function deleteResponse(
  { eraseFile, endSessions }: DeletionDeps,
  caller: Caller,
  responseId: string,
): Promise<void> {
  const { now } = caller;
  await caller.db.transaction(async (tx) => {
    const inTx = { ...caller, db: tx };
    // The project, then files, then other records: the order of all deletions (ADR 6).
    await lockProject(tx, (await getResponse(inTx, responseId, 'write')).project_id);
    await lockOwnFiles(tx, responseId);
    const response = await getResponse(inTx, responseId, 'write');
    if (response.submitted_at === null) {
      // The test before the session, and the session before the response, in the same order as elsewhere.
      await tx.query(sql`select 1 from tests where id = ${response.test_id} for no key update`);
      await endSessions(tx, response, now);
    }
    await getResponse(inTx, responseId, 'write', sql`for update of r`);
    for (const fileId of await listOwnFiles(tx, responseId)) await eraseFile(tx, fileId, now);
    await removeResponse(tx, responseId);
  });
}
