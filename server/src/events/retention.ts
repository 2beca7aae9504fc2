import { eventDays } from '../foundation/limits.ts';
import { type Db, sql } from '../platform/database/index.ts';

const day = (at: Date, plusDays: number) =>
  new Date(at.getTime() + plusDays * 86_400_000).toISOString().slice(0, 10);

/** A week ahead, so that a worker may be away for days; beyond that the default partition takes over. */
export async function makeDayPartitions(db: Db, table: string, now: Date): Promise<void> {
  await db.query(sql`select make_day_partitions(${table}, ${day(now, -1)}::date, 9)`);
}

/** Keeps whole days for a little longer than promised, never shorter. */
export async function dropOldDays(db: Db, table: string, now: Date): Promise<void> {
  await db.query(sql`select drop_day_partitions(${table}, ${day(now, -eventDays)}::date)`);
}
