import pg from 'pg';
import { superuser } from './cluster.ts';

/** What a `pg.Pool` needs. Everything is named, so that no PG* variable of the shell has a say. */
export interface PostgresConnection {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

const databaseName = 'parley';

export const connectionTo = (file: { socketDir: string; port: number }): PostgresConnection => ({
  host: file.socketDir,
  port: file.port,
  user: superuser,
  database: databaseName,
  ssl: false,
});

export async function connect(connection: PostgresConnection, timeoutMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'parley start',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A connection that breaks while nobody waits for it must not end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Proves that PostgreSQL answers; makes the database where the very first start has not come that far. */
export async function ensureDatabase(connection: PostgresConnection, timeoutMs: number): Promise<void> {
  const client = await connect({ ...connection, database: 'postgres' }, timeoutMs);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    // Another process was faster.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
