import { type Db, sql } from '../database/index.ts';
import type { Storage } from './storage.ts';

/** How long bytes may lie without a record while they are being written. */
const writingHours = 48;

/**
 * Before bytes are written that no record names yet: should this process die, they are deleted. Must be committed
 * before the first byte, so `db` is the pool, never the caller's transaction.
 */
export async function reserveBlobKey(db: Db, prefix: string): Promise<void> {
  await db.query(sql`
    insert into blob_deletions (prefix, due_at) values (${prefix}, now() + ${writingHours} * interval '1 hour')
    on conflict (prefix) do update set due_at = excluded.due_at`);
}

/** In the transaction of the record that names them. Too late, and nothing of it is committed. */
export async function commitBlobKey(tx: Db, prefix: string): Promise<void> {
  const rows = await tx.query(sql`delete from blob_deletions where prefix = ${prefix} returning 1`);
  if (rows.length !== 1) throw new Error('the bytes were deleted before a record named them');
}

/** Deletes bytes that were expected and not claimed. Claimed bytes are not touched. */
export async function releaseBlobKey(db: Db, storage: Storage, prefix: string): Promise<void> {
  const due = await db.query(sql`
    update blob_deletions set due_at = now() where prefix = ${prefix} returning 1`);
  if (due.length === 0) return;
  // Their storage credit is free again at once. If the storage can't delete now, the periodic deletion tries again.
  await db
    .transaction(async (tx) => {
      const rows = await tx.query(sql`delete from blob_deletions where prefix = ${prefix} returning 1`);
      if (rows.length > 0) await storage.deletePrefix(prefix);
    })
    .catch(() => {});
}

/** Records that the workspace paid for bytes that no record refers to yet; see migration 0060. */
export async function holdForBlobs(
  tx: Db,
  prefix: string,
  workspaceId: string,
  bytes: number,
): Promise<void> {
  const rows = await tx.query(sql`
    update blob_deletions set held_by = ${workspaceId}, held_bytes = held_bytes + ${bytes}
     where prefix = ${prefix} returning 1`);
  if (rows.length !== 1) throw new Error('the bytes were deleted while they were written');
}

/** In the transaction that lets go of them. */
export async function scheduleBlobDeletion(tx: Db, prefix: string): Promise<void> {
  await tx.query(sql`
    insert into blob_deletions (prefix, due_at) values (${prefix}, now())
    on conflict (prefix) do update set due_at = excluded.due_at`);
}

/** Deletes what is due; a row goes only together with its bytes. Several nodes may do this at once. */
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
