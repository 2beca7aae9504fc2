import { AppError } from '../../../foundation/errors.ts';
import type { PlanName } from '../../../foundation/plans.ts';
import type { Db } from '../../../platform/database/index.ts';
import { chargeReservedBlob } from '../../../platform/storage/deletions.ts';
import { isLimited, spendCredit } from '../../identity/usage/index.ts';

/** Large enough that a fast upload seldom waits for the database. */
const stepBytes = 2 * 1024 * 1024;

export interface StorageSpender {
  workspace_id: string;
  plan: PlanName;
  now: Date;
  /** At least this many bytes will arrive: refused before the first one if they don't fit. */
  announcedBytes?: number;
}

/**
 * Pays for bytes before they are stored, so that parallel uploads together never store more than the plan allows.
 * What was paid is given back when the bytes are deleted, or when a record claims them and pays for itself.
 */
export function createStorageHold(db: Db, key: string, spender: StorageSpender) {
  let held = 0;
  const hold = async (bytes: number) => {
    await db.transaction(async (tx) => {
      await spendCredit(tx, spender, 'storage_bytes', bytes, spender.now);
      await chargeReservedBlob(tx, key, spender.workspace_id, bytes);
    });
    held += bytes;
  };
  const holdFor = async (sizeBytes: number) => {
    try {
      await hold(Math.max(stepBytes, sizeBytes - held));
    } catch (error) {
      // Near the limit a whole step may not fit although the bytes do.
      if (!(error instanceof AppError)) throw error;
      await hold(sizeBytes - held);
    }
  };
  const limited = isLimited(spender, 'storage_bytes');
  return {
    async begin(): Promise<void> {
      const bytes = spender.announcedBytes ?? 0;
      if (limited && bytes > 0) await hold(bytes);
    },
    admit: limited ? (sizeBytes: number) => (sizeBytes > held ? holdFor(sizeBytes) : undefined) : undefined,
  };
}
