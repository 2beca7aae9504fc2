export { default as sql, empty, join, raw, Sql } from 'sql-template-tag';
export { asActor } from './actor.ts';
export { createDatabase } from './database.ts';
export { createDayPartitions, dropDayPartitions } from './day-partitions.ts';
export type { Database, Db, Transaction, TransactionOptions } from './db.ts';
export {
  DatabaseUnavailable,
  findMissingReference,
  isTemporary,
  pgErrorCode,
  violatesUnique,
} from './errors.ts';
export { migrate, requireReleased } from './migrate.ts';
export { isPooled } from './pooler.ts';
