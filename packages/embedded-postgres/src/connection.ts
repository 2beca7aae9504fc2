import pg from 'pg';

/** What a `pg.Pool` needs. Every field is set, so that PG* variables of the shell have no effect. */
export interface PostgresConnection {
  /** The folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

/** The superuser and the database both have the name of the instance. */
export const connectionTo = (
  file: { socketDir: string; port: number },
  name: string,
): PostgresConnection => ({
  host: file.socketDir,
  port: file.port,
  user: name,
  database: name,
  ssl: false,
});

export async function connect(connection: PostgresConnection, timeoutMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: `${connection.user} start`,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // Without a listener, a connection that breaks between two queries would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Checks that PostgreSQL responds; creates the database if the first start was interrupted before it could. */
export async function ensureDatabase(connection: PostgresConnection, timeoutMs: number): Promise<void> {
  const client = await connect({ ...connection, database: 'postgres' }, timeoutMs);
  try {
    const { database } = connection;
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } catch (error) {
    // duplicate_database, unique_violation: another process created it first.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
