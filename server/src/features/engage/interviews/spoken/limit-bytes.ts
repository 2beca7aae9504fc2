import { rateLimited } from '../../../../foundation/errors.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { countAction, type RateLimiter } from '../../../../platform/rate-limiter/index.ts';
import { countUninvitedBytes } from './store.ts';

/** One spoken answer: about 40 minutes of speech as browsers record it. */
export const spokenBytesMax = 10 * 1024 * 1024;
/**
 * Recordings of people without an invitation that are not transcribed yet: 100 of the longest in one test. One client cannot use
 * up what is for all.
 */
const uninvitedBytesMax = { test: 100 * spokenBytesMax, clientPerHour: 25 * spokenBytesMax };

/** Refuses a part that would exceed these limits. */
export async function requireRoomForUninvited(
  limiter: RateLimiter,
  tx: Db,
  testId: string,
  address: string,
  bytes: number,
): Promise<void> {
  const waitMs = await countAction(limiter, 3600, [
    { subject: `spoken bytes ${testId} ${address}`, limit: uninvitedBytesMax.clientPerHour, amount: bytes },
  ]);
  if (waitMs > 0) throw rateLimited('Many answers were recorded by this link. Try again later.', waitMs);
  if ((await countUninvitedBytes(tx, testId)) + bytes > uninvitedBytesMax.test)
    throw rateLimited('Many recordings of this test are being transcribed. Try again in a minute.', 60_000);
}
