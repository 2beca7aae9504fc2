import { isId } from '../../../foundation/ids.ts';
import { sql } from '../../../platform/database/index.ts';
import type { PeriodicTask } from '../../../platform/periodic/periodic.ts';
import { deleteDueBlobs } from '../../../platform/storage/deletions.ts';
import type { FileDeps } from './deps.ts';
import { deleteExpiredRecordings } from './retention/retention.ts';
import { deleteFile, findFileById, findMissingFiles, listOpenUploads, lockProjectOfFile } from './store.ts';
import { completeUpload } from './uploads/complete-upload.ts';

const batchSize = 200;
const minuteMs = 60_000;

export const filePeriodicTasks = (deps: FileDeps): PeriodicTask[] => [
  {
    name: 'blob deletions',
    everyMs: 5_000,
    run: async () => void (await deleteDueBlobs(deps.db, deps.storage)),
  },
  { name: 'finished uploads', everyMs: minuteMs, run: () => completeUploads(deps) },
  { name: 'expired uploads', everyMs: 5 * minuteMs, run: async () => void (await sweepUploads(deps)) },
  {
    name: 'retention',
    everyMs: 15 * minuteMs,
    run: async () => void (await deleteExpiredRecordings(deps)),
  },
  { name: 'leftover bytes', everyMs: 60 * minuteMs, run: () => sweepLeftovers(deps) },
];

/** Removes uploads that received no bytes for 24 hours, with their records and bytes (spec §4.3). */
export async function sweepUploads(deps: FileDeps): Promise<number> {
  const expired = await listOpenUploads(deps.db, deps.clock.now(), batchSize);
  let removed = 0;
  for (const { id } of expired) {
    if (!(await deleteIfExpired(deps, id))) continue;
    await deps.uploads.remove(id);
    removed++;
  }
  return removed;
}

/** The record is read again under the lock, because the client may have resumed or finished the upload since the list was read. */
function deleteIfExpired(deps: FileDeps, fileId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockProjectOfFile(tx, fileId);
    const file = await findFileById(tx, fileId, sql`for update`);
    if (file?.status !== 'uploading' || !file.upload_expires_at) return false;
    if (file.upload_expires_at > deps.clock.now()) return false;
    await deleteFile(tx, fileId);
    return true;
  });
}

/** Completes uploads whose last byte was stored just before a crash, so that the record was not updated. */
export async function completeUploads(deps: FileDeps): Promise<void> {
  for (const { id, size_bytes } of await listOpenUploads(deps.db, undefined, batchSize)) {
    if ((await deps.uploads.findOffset(id)) === size_bytes) await completeUpload(deps, id);
  }
}

/** Removes uploads without a record, and the remains of incomplete writes. */
export async function sweepLeftovers(deps: FileDeps): Promise<void> {
  const dayAgo = new Date(Date.now() - 86_400_000);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await deps.storage.sweepIncomplete(dayAgo);
  let batch: string[] = [];
  const removeOrphans = async () => {
    for (const id of await findMissingFiles(deps.db, batch)) await deps.uploads.remove(id);
    batch = [];
  };
  for await (const { upload_id, created_at } of deps.uploads.list()) {
    // The record of a recent upload may not be committed yet.
    if (created_at < hourAgo && isId('file', upload_id)) batch.push(upload_id);
    if (batch.length === 500) await removeOrphans();
  }
  if (batch.length > 0) await removeOrphans();
}
