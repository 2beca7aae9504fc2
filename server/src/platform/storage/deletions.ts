import { type Db, sql } from '../database/index.ts';
import type { Storage } from './storage.ts';

/** How long a blob may exist without a record while it is being written. */
const writingHours = 48;

/**
 * Called before a blob is written that no record refers to yet, so that the blob is deleted if the process dies. It must be
 * committed before the first byte: `db` is the pool, never the caller's transaction.
 */
export async function reserveBlobKey(db: Db, prefix: string): Promise<void> {
  await db.query(sql`
    insert into blob_deletions (prefix, due_at) values (${prefix}, now() + ${writingHours} * interval '1 hour')
    on conflict (prefix) do update set due_at = excluded.due_at`);
}

/** Called in the transaction of the record that refers to the blob. Rolls it back if the blob was already deleted. */
export async function commitBlobKey(tx: Db, prefix: string): Promise<void> {
  const rows = await tx.query(sql`delete from blob_deletions where prefix = ${prefix} returning 1`);
  if (rows.length !== 1) throw new Error('the blob was deleted before a record referred to it');
}

/** Deletes a blob that was reserved and not committed. A committed blob is not changed. */
export async function releaseBlobKey(db: Db, storage: Storage, prefix: string): Promise<void> {
  const due = await db.query(sql`
    update blob_deletions set due_at = now() where prefix = ${prefix} returning 1`);
  if (due.length === 0) return;
  // Deleting the row frees the storage credit. If the storage fails, the periodic deletion retries.
  await db
    .transaction(async (tx) => {
      const rows = await tx.query(sql`delete from blob_deletions where prefix = ${prefix} returning 1`);
      if (rows.length > 0) await storage.deletePrefix(prefix);
    })
    .catch(() => {});
}

/** Records that the workspace was charged for bytes that no record refers to yet. */
export async function chargeReservedBlob(
  tx: Db,
  prefix: string,
  workspaceId: string,
  bytes: number,
): Promise<void> {
  const rows = await tx.query(sql`
    update blob_deletions set held_by = ${workspaceId}, held_bytes = held_bytes + ${bytes}
     where prefix = ${prefix} returning 1`);
  if (rows.length !== 1) throw new Error('the blob was deleted while it was written');
}

/** Called in the transaction that removes the last reference to the blobs. */
export async function scheduleBlobDeletion(tx: Db, prefix: string): Promise<void> {
  await tx.query(sql`
    insert into blob_deletions (prefix, due_at) values (${prefix}, now())
    on conflict (prefix) do update set due_at = excluded.due_at`);
}

/** Deletes the blobs that are due. A row is deleted only together with its blobs. Safe to run on several nodes at once. */
export async function deleteDueBlobs(db: Db, storage: Storage): Promise<number> {
  for (let count = 0; ; count++) {
    const found = await db.transaction(async (tx) => {
      const [due] = await tx.query<{ prefix: string }>(sql`
        delete from blob_deletions where prefix = (
          select prefix from blob_deletions where due_at <= now() order by due_at limit 1 for update skip locked)
        returning prefix`);
      if (due) await storage.deletePrefix(due.prefix);
      return due !== undefined;
    });
    if (!found) return count;
  }
}
