import type { PlanName } from '../../../foundation/plans.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { commitBlobKey } from '../../../platform/storage/deletions.ts';
import type { StoredBlob } from '../../../platform/storage/storage.ts';
import { findPlan } from '../../identity/accounts/index.ts';
import { spendCredit } from '../../identity/usage/index.ts';
import type { FileDeps } from './deps.ts';
import { type FileRow, findFileById, updateFile } from './store.ts';

/** From here on the record owns the bytes, and another attempt finds them. */
export async function nameBlob(
  deps: FileDeps,
  tx: Db,
  file: FileRow,
  key: string,
  blob: StoredBlob,
): Promise<FileRow> {
  const present = await findFileById(tx, file.id, sql`for update`);
  if (!present || present.blob_key) throw new Error('the file was deleted or has its bytes already');
  const more = blob.size_bytes - present.charged_bytes;
  const now = deps.clock.now();
  // First, because it gives back the credit that was held for the bytes while they arrived.
  await commitBlobKey(tx, key);
  if (more > 0) {
    const plan = await planOf(tx, present);
    await spendCredit(tx, { workspace_id: present.workspace_id, plan }, 'storage_bytes', more, now);
  }
  const change = {
    blob_key: key,
    size_bytes: blob.size_bytes,
    checksum_sha256: blob.checksum_sha256,
    charged_bytes: blob.size_bytes,
    updated_at: now,
  };
  await updateFile(tx, file.id, change);
  return { ...present, ...change };
}

export async function planOf(db: Db, { workspace_id }: FileRow): Promise<PlanName> {
  return (await findPlan(db, workspace_id)) ?? 'free';
}
