import { setTimeout as wait } from 'node:timers/promises';
import { isBlockedDeletion, pgErrorCode } from './errors.ts';

const attemptsMax = 6;
/** The wait before the second attempt is up to this long; before each later one up to twice as long as before. */
const firstDelayMs = 10;

const serializationFailure = '40001';
const deadlock = '40P01';

/** True if PostgreSQL rolled the work back in favour of other work, so that it succeeds when it runs again. */
export const isRetryable = (error: unknown): boolean =>
  [serializationFailure, deadlock].includes(pgErrorCode(error) ?? '') || isBlockedDeletion(error);

/**
 * Runs work whose effects PostgreSQL rolls back as a whole: one statement, or one transaction. The random delay keeps two
 * transactions that deadlocked from meeting again.
 */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !isRetryable(error)) throw error;
      await wait(Math.random() * firstDelayMs * 2 ** (attempt - 1));
    }
  }
}
