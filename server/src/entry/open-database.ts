import type { PoolConfig } from 'pg';
import { StartError } from '../foundation/start-error.ts';
import type { Config } from '../platform/config/index.ts';
import { createDatabase, type Database, migrate, sql } from '../platform/database/index.ts';
import type { Log } from '../platform/log/log.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/postgres/index.ts';

export interface OpenDatabase {
  db: Database;
  /** Resolves with the line to print when the embedded PostgreSQL ends by itself. */
  lost: Promise<string>;
  close(): Promise<void>;
}

const oldestVersion = 150_000;

/** The operator's PostgreSQL by DATABASE_URL, else the embedded one in DATA_DIR; migrated and ready. */
export async function openDatabase(
  config: Config,
  log: Log,
  options: { beside?: boolean } = {},
): Promise<OpenDatabase> {
  const never = new Promise<string>(() => {});
  if (config.databaseUrl) {
    const db = connect(config, log, urlConnection(config.databaseUrl));
    await checkReachable(db);
    return prepare({ db, lost: never, close: () => db.close() });
  }
  const running = options.beside ? await findRunningPostgres(config.dataDir) : undefined;
  if (running) {
    const db = connect(config, log, { connection: running, prepare: true });
    return prepare({ db, lost: never, close: () => db.close() });
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const db = connect(config, log, { connection: embedded.connection, prepare: true });
  return prepare({
    db,
    lost: embedded.exited,
    async close() {
      await db.close();
      await embedded.stop();
    },
  });
}

async function prepare(open: OpenDatabase): Promise<OpenDatabase> {
  try {
    await migrate(open.db);
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

const connect = (
  config: Config,
  log: Log,
  { connection, prepare }: { connection: PoolConfig; prepare: boolean },
) =>
  createDatabase({
    connection,
    prepare,
    maxConnections: config.databaseMaxConnections,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });

/** `?prepare=false` is for poolers in transaction mode that can't keep named statements (pgbouncer before 1.21). */
function urlConnection(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const prepare = url.searchParams.get('prepare') !== 'false';
  url.searchParams.delete('prepare');
  return { connection: { connectionString: url.toString() }, prepare };
}

async function checkReachable(db: Database): Promise<void> {
  const rows = await db
    .query<{ version: number }>(sql`select current_setting('server_version_num')::integer as version`)
    .catch((error: Error) => {
      throw new StartError(
        `DATABASE_URL: the database does not answer (${error.message || 'no connection'}).`,
      );
    });
  if ((rows[0]?.version ?? 0) < oldestVersion)
    throw new StartError('DATABASE_URL: Parley needs PostgreSQL 15 or newer.');
}
