import { AppError } from '../../../../foundation/errors.ts';
import type { PlanName } from '../../../../foundation/plans.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { chargeReservedBlob } from '../../../../platform/storage/deletions.ts';
import { isLimited, spendCredit } from '../../../identity/usage/index.ts';

/** Large enough that a fast upload rarely waits for the database. */
const stepBytes = 2 * 1024 * 1024;

export interface StorageSpender {
  workspace_id: string;
  plan: PlanName;
  now: Date;
  /** The expected size. The upload is refused before the first byte if it exceeds the remaining credit. */
  announcedBytes?: number;
}

/**
 * Spends credit for bytes before they are stored, so that parallel uploads together never exceed the plan. The credit is
 * refunded when the bytes are deleted, or when a record commits the blob and spends the credit itself.
 */
export function createStorageReservation(db: Db, key: string, spender: StorageSpender) {
  let reservedBytes = 0;
  const reserve = async (bytes: number) => {
    await db.transaction(async (tx) => {
      await spendCredit(tx, spender, 'storage_bytes', bytes, spender.now);
      await chargeReservedBlob(tx, key, spender.workspace_id, bytes);
    });
    reservedBytes += bytes;
  };
  const reserveUpTo = async (sizeBytes: number) => {
    try {
      await reserve(Math.max(stepBytes, sizeBytes - reservedBytes));
    } catch (error) {
      // Near the limit, a whole step may not fit although the bytes do.
      if (!(error instanceof AppError)) throw error;
      await reserve(sizeBytes - reservedBytes);
    }
  };
  const limited = isLimited(spender, 'storage_bytes');
  return {
    async begin(): Promise<void> {
      const bytes = spender.announcedBytes ?? 0;
      if (limited && bytes > 0) await reserve(bytes);
    },
    admit: limited
      ? (sizeBytes: number) => (sizeBytes > reservedBytes ? reserveUpTo(sizeBytes) : undefined)
      : undefined,
  };
}
