import {
  type EmbeddedPostgres,
  findRunningPostgres,
  PostgresStartError,
  startEmbeddedPostgres,
} from '@parley/embedded-postgres';
import pg from 'pg';
import { StartError } from '../foundation/start-error.ts';
import type { Config } from '../platform/config/index.ts';
import { createDatabase, type Database, isPooled, migrate } from '../platform/database/index.ts';
import type { Log } from '../platform/log/log.ts';

export interface OpenDatabase {
  db: Database;
  /** Resolves with the message to print when the embedded PostgreSQL ended and could not be restarted. */
  lost: Promise<string>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Connects to the embedded PostgreSQL of a server that is running, instead of failing because its folder is in use. */
  shareRunning?: boolean;
}

const oldestVersion = 150_000;
/** Name of the superuser and of the database. Existing installations depend on it. */
export const postgresName = 'parley';
/** Four segments of the write-ahead log: enough for PostgreSQL to recover and to serve reads on a full disk. */
const reserveBytes = 64 * 1024 ** 2;

/** Opens and migrates the database of DATABASE_URL, or the embedded PostgreSQL in DATA_DIR. */
export async function openDatabase(
  config: Config,
  log: Log,
  options: OpenDatabaseOptions = {},
): Promise<OpenDatabase> {
  const never = new Promise<string>(() => {});
  if (config.databaseUrl) {
    const db = connect(config, log, await inspectDatabase(config.databaseUrl, log));
    return prepare({ db, lost: never, close: () => db.close() });
  }
  const running = options.shareRunning ? await findRunningPostgres(config.dataDir, postgresName) : undefined;
  if (running) {
    const db = connect(config, log, { connection: running, prepare: true });
    return prepare({ db, lost: never, close: () => db.close() });
  }
  const embedded = await startEmbedded(config.dataDir, log);
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

function startEmbedded(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir,
    log,
    name: postgresName,
    restartsPerMinute: 3,
    reserveBytes,
    labels: { dataDir: 'DATA_DIR', alternative: 'set DATABASE_URL to a PostgreSQL 15 or newer' },
  }).catch((error: unknown) => {
    throw error instanceof PostgresStartError ? new StartError(error.message) : error;
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
  inspected: { connection: pg.PoolConfig; prepare: boolean; pooled?: boolean },
) =>
  createDatabase({
    ...inspected,
    maxConnections: config.databaseMaxConnections,
    onIdleError: (error) =>
      log.warn({ event: 'database.connection_lost', err: error }, 'a database connection was lost'),
  });

/**
 * Checks the connection, the version, and whether a connection pooler is in between, before the pool is created. A pooler
 * may not support prepared statements: `?prepare=true` says that it does, `?prepare=false` disables them.
 */
async function inspectDatabase(databaseUrl: string, log: Log) {
  const url = new URL(databaseUrl);
  const prepare = url.searchParams.get('prepare');
  url.searchParams.delete('prepare');
  const connection = { connectionString: url.toString() };
  // A restore recognizes this connection by its name, because PostgreSQL may list it for a moment after it was closed.
  const client = new pg.Client({
    ...connection,
    application_name: 'parley start',
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener, an error of the idle connection would end the process.
  client.on('error', () => {});
  const { version, pooled } = await inspect(client)
    .catch((error: Error) => {
      throw new StartError(
        `DATABASE_URL: the database does not respond (${error.message || 'no connection'}).`,
      );
    })
    .finally(() => client.end().catch(() => {}));
  if (version < oldestVersion) throw new StartError('DATABASE_URL: Parley needs PostgreSQL 15 or newer.');
  if (pooled)
    log.info(
      { event: 'database.pooler_detected', prepare: prepare === 'true' },
      'DATABASE_URL points to a connection pooler: workers poll for work',
    );
  return { connection, pooled, prepare: prepare ? prepare === 'true' : !pooled };
}

async function inspect(client: pg.Client): Promise<{ version: number; pooled: boolean }> {
  await client.connect();
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  return { version: rows[0]?.version ?? 0, pooled: await isPooled(client) };
}
