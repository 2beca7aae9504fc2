export type { PostgresConnection } from './connection.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
export type { Labels, StartLog } from './instance.ts';
export { PostgresStartError } from './start-error.ts';
