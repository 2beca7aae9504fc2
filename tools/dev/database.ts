import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import { postgresName } from '../../server/src/app/open-database.ts';
import { bootstrapWorkspace, type FirstSignIn } from '../../server/src/operations/first-start.ts';
import type { Config } from '../../server/src/platform/config/index.ts';
import { createDatabase, migrate } from '../../server/src/platform/database/index.ts';

export interface DevDatabase {
  /** For the server: it connects to this database instead of starting its own. */
  url: string;
  /** Missing if this installation was set up by `npm start`, which showed them once. */
  signIn: FirstSignIn | undefined;
  /** Resolves with a message if PostgreSQL ends and does not restart. */
  lost: Promise<string>;
  stop(): Promise<void>;
}

/**
 * The embedded PostgreSQL runs as long as `npm run dev`, so a restart of the server takes about a second and closes no
 * other connection, for example that of a database client.
 */
export async function startDevDatabase(config: Config): Promise<DevDatabase> {
  const log = { info: () => {}, warn: () => {} };
  const { dataDir } = config;
  const postgres = await startEmbeddedPostgres({ dataDir, log, name: postgresName, restartsPerMinute: 3 });
  try {
    const { connection } = postgres;
    const db = createDatabase({ connection, prepare: true, maxConnections: 2, onIdleError: () => {} });
    await migrate(db);
    const signIn = await rememberSignIn(dataDir, () => bootstrapWorkspace(db, config.publicUrl, new Date()));
    await db.close();
    const { host, port, user, database } = connection;
    const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
    return { url, signIn, lost: postgres.exited, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Stored in plain text, readable by its owner only: a development installation contains no secrets of other people. */
export async function rememberSignIn(
  dataDir: string,
  setUp: () => Promise<FirstSignIn | undefined>,
): Promise<FirstSignIn | undefined> {
  const file = path.join(dataDir, 'development-sign-in.json');
  const created = await setUp();
  if (created) await writeFile(file, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as FirstSignIn);
}
