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
export { migrate } from './migrate.ts';
export { isPooled } from './pooler.ts';
