export {
  createDatabase,
  type Database,
  type Db,
  empty,
  join,
  pgErrorCode,
  raw,
  type Sql,
  sql,
  type Transaction,
} from './database.ts';
export { createDayPartitions, dropDayPartitions } from './day-partitions.ts';
export { migrate } from './migrate.ts';
export { isPooled } from './pooler.ts';
