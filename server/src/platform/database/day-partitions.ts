import sql from 'sql-template-tag';
import type { Db } from './db.ts';

const dayMs = 86_400_000;
const dateOf = (at: Date) => at.toISOString().slice(0, 10);

/** Creates partitions a week ahead, so that no worker needs to run for days. The default partition takes later rows. */
export async function createDayPartitions(db: Db, table: string, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - dayMs);
  await db.query(sql`select make_day_partitions(${table}, ${dateOf(yesterday)}::date, 9)`);
}

/** Removes only days that ended before `before`, so rows stay up to a day longer than the retention time. */
export async function dropDayPartitions(db: Db, table: string, before: Date): Promise<void> {
  await db.query(sql`select drop_day_partitions(${table}, ${dateOf(before)}::date)`);
}
