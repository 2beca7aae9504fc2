import type { PlanName } from '../../../../foundation/plans.ts';
import { type Db, sql } from '../../../../platform/database/index.ts';
import { commitBlobKey } from '../../../../platform/storage/deletions.ts';
import type { StoredBlob } from '../../../../platform/storage/storage.ts';
import { findPlan } from '../../../identity/accounts/index.ts';
import { refundCredit, spendCredit } from '../../../identity/usage/index.ts';
import type { FileDeps } from '../deps.ts';
import { type FileRow, findFileById, updateFile } from '../store.ts';

/** Writes the key of a stored blob into the record, so that a later attempt does not store the bytes again. */
export async function attachBlob(
  deps: FileDeps,
  tx: Db,
  file: FileRow,
  blob: StoredBlob & { key: string },
): Promise<FileRow> {
  const current = await findFileById(tx, file.id, sql`for update`);
  if (!current || current.blob_key) throw new Error('the file was deleted or already has a blob');
  const additionalBytes = blob.size_bytes - current.charged_bytes;
  const now = deps.clock.now();
  // First, because this refunds the credit that was reserved while the bytes were received.
  await commitBlobKey(tx, blob.key);
  if (additionalBytes > 0) {
    const plan = await planOf(tx, current);
    await spendCredit(
      tx,
      { workspace_id: current.workspace_id, plan },
      'storage_bytes',
      additionalBytes,
      now,
    );
  } else if (additionalBytes < 0) {
    // A recording was charged in steps while its bytes arrived.
    await refundCredit(tx, current.workspace_id, 'storage_bytes', -additionalBytes, now);
  }
  const change = {
    blob_key: blob.key,
    size_bytes: blob.size_bytes,
    checksum_sha256: blob.checksum_sha256,
    charged_bytes: blob.size_bytes,
    updated_at: now,
  };
  await updateFile(tx, file.id, change);
  return { ...current, ...change };
}

export async function planOf(db: Db, { workspace_id }: FileRow): Promise<PlanName> {
  return (await findPlan(db, workspace_id)) ?? 'free';
}
