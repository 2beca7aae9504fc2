import { notFound } from '../../../foundation/errors.ts';
import type { Researcher } from '../../../foundation/principal.ts';
import { isUnchanged } from '../../../foundation/versions.ts';
import type { Caller } from '../../../http/route.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { endJobsOfFile } from '../../jobs/index.ts';
import { requireAccess } from '../../projects/index.ts';
import { setTags } from '../../tags/index.ts';
import { toTaggedRecord } from './create.ts';
import type { FileDeps } from './deps.ts';
import type { FileChange } from './input-schema.ts';
import {
  deleteFile,
  type FileRow,
  type FileWithAccess,
  findFile,
  findFileById,
  lockProjectOfFile,
  updateFile,
} from './store.ts';

export async function getFileForRead(db: Db, principal: Researcher, fileId: string): Promise<FileWithAccess> {
  const file = await findFile(db, principal, fileId);
  if (!file) throw notFound('File');
  requireAccess(file, principal, 'read');
  return file;
}

/** Locks the file until the caller's transaction ends. */
export async function getFileForWrite(
  tx: Db,
  principal: Researcher,
  fileId: string,
): Promise<FileWithAccess> {
  const file = await findFile(tx, principal, fileId, sql`for no key update of f for key share of p`);
  if (!file) throw notFound('File');
  requireAccess(file, principal, 'write');
  return file;
}

export async function changeFile(
  { db, principal, now }: Caller,
  fileId: string,
  change: FileChange,
): Promise<FileRow> {
  return db.transaction(async (tx) => {
    const file = await getFileForWrite(tx, principal, fileId);
    const { recorded_at, tag_ids, ...rest } = change;
    const changed = {
      ...rest,
      ...(recorded_at === undefined
        ? {}
        : { recorded_at: recorded_at === null ? null : new Date(recorded_at) }),
    };
    const after = { ...file, ...changed, tag_ids: tag_ids ?? file.tag_ids, updated_at: now };
    if (isUnchanged(file, after)) return file;
    if (tag_ids) await setTags(tx, toTaggedRecord(file), tag_ids, { created_by: principal.user_id, now });
    await updateFile(tx, fileId, { ...changed, updated_at: now });
    return after;
  });
}

/** Deletes the record. The same transaction schedules the deletion of the bytes. */
export async function removeFile(
  deps: FileDeps,
  { db, principal, now }: Caller,
  fileId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProjectOfFile(tx, fileId);
    await deleteFileRecord(deps, tx, await getFileForWrite(tx, principal, fileId), now);
  });
}

/** For the erasure of a person and for retention, which have checked that it may be deleted. False if the file no longer exists. */
export async function eraseFile(deps: FileDeps, tx: Db, fileId: string, now: Date): Promise<boolean> {
  await lockProjectOfFile(tx, fileId);
  const file = await findFileById(tx, fileId, sql`for no key update`);
  if (file) await deleteFileRecord(deps, tx, file, now);
  return file !== undefined;
}

async function deleteFileRecord(deps: FileDeps, tx: Db, file: FileRow, now: Date): Promise<void> {
  await endJobsOfFile(deps.jobs, tx, file.id, now);
  await deps.tasks.remove(tx, [file.id]);
  await deleteFile(tx, file.id);
  if (file.status === 'uploading') tx.afterCommit(() => void deps.uploads.remove(file.id).catch(() => {}));
}

/** Updates the status of a file whose transcript was written by an import or an edit. */
export async function markTranscribed(
  tx: Db,
  fileId: string,
  _transcript: unknown,
  now: Date,
): Promise<void> {
  await updateFile(tx, fileId, { transcription_status: 'completed', updated_at: now });
  // The error of a ready file is about a transcription that could not start.
  await tx.query(sql`update files set error = null where id = ${fileId} and status = 'ready'`);
}

export const markUntranscribed = (tx: Db, fileId: string, now: Date) =>
  updateFile(tx, fileId, { transcription_status: 'none', sentiment: null, updated_at: now });
