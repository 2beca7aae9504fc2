import { AppError, invalidField, notFound } from '../../../../foundation/errors.ts';
import { type Db, sql } from '../../../../platform/database/index.ts';
import { spendCredit } from '../../../identity/usage/index.ts';
import type { FileDeps } from '../deps.ts';
import { planOf } from '../ingest/attach-blob.ts';
import { responseBytesMax } from '../limits.ts';
import { type FileRow, findFileById, updateFile } from '../store.ts';

type ChargeDeps = Pick<FileDeps, 'db' | 'clock' | 'admitRecordedBytes'>;

/** Large enough that a fast upload rarely waits for the database. */
const stepBytes = 2 * 1024 * 1024;

/**
 * Spends storage credit for a recording while its bytes arrive, because its size is not known before. The record has the
 * charged bytes, so deleting it refunds them, and the end of the recording refunds what was charged too much.
 */
export function createRecordingCharge(deps: ChargeDeps, file: FileRow, address: string) {
  let chargedBytes = file.charged_bytes;
  const chargeUpTo = async (sizeBytes: number) => {
    try {
      chargedBytes = await charge(deps, file, address, sizeBytes, stepBytes);
    } catch (error) {
      // Near the limit, a whole step may not fit although the bytes do.
      if (!(error instanceof AppError && error.code === 'quota_exceeded')) throw error;
      chargedBytes = await charge(deps, file, address, sizeBytes, 0);
    }
  };
  return (sizeBytes: number): Promise<void> | undefined =>
    sizeBytes > chargedBytes ? chargeUpTo(sizeBytes) : undefined;
}

/** Returns how many bytes are charged now: at least `sizeBytes`. */
async function charge(
  { db, clock, admitRecordedBytes }: ChargeDeps,
  file: FileRow,
  address: string,
  sizeBytes: number,
  leastBytes: number,
): Promise<number> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const current = await findFileById(tx, file.id, sql`for update`);
    // The link of the participant was revoked, or the file deleted, while bytes were arriving.
    if (!current || (current.upload_expires_at ?? 0) <= now) throw notFound('Upload');
    if (current.charged_bytes >= sizeBytes) return current.charged_bytes;
    await requireRoomInResponse(tx, current, sizeBytes);
    const bytes = Math.max(leastBytes, sizeBytes - current.charged_bytes);
    const { response_id, project_id } = current;
    if (response_id !== null) await admitRecordedBytes(tx, { response_id, project_id, bytes, address }, now);
    const spender = { workspace_id: file.workspace_id, plan: await planOf(tx, file) };
    await spendCredit(tx, spender, 'storage_bytes', bytes, now);
    await updateFile(tx, file.id, { charged_bytes: current.charged_bytes + bytes });
    return current.charged_bytes + bytes;
  });
}

/** One participant cannot fill the disk with many recordings. */
async function requireRoomInResponse(tx: Db, file: FileRow, sizeBytes: number): Promise<void> {
  if (file.response_id === null) return;
  const [others] = await tx.query<{ bytes: number }>(sql`
    select coalesce(sum(charged_bytes), 0)::bigint as bytes from files
     where response_id = ${file.response_id} and id <> ${file.id}`);
  if ((others?.bytes ?? 0) + sizeBytes > responseBytesMax)
    throw invalidField('body', 'must not exceed 4 GiB with the other recordings of the response.');
}
