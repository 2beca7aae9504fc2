import { until } from '@parley/testing';
import { type Db, sql } from '../src/platform/database/index.ts';

/**
 * Waits until this many statements of the test's database wait for a lock, which the test holds. `db` is not the transaction that
 * holds it: PostgreSQL shows a transaction the same activity as in its first look.
 */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await until(async () => {
    const waiting = await db.query(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    return waiting.length === count;
  }, `${count} statements to wait for a lock`);
}
