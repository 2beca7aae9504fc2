import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  type PostgresConnection,
  startEmbeddedPostgres,
} from '@parley/embedded-postgres';

export interface TestPostgres {
  connection: PostgresConnection;
  /** The same as a connection string. */
  url: string;
  dataDir: string;
  /** Stops PostgreSQL, which cuts every connection, and starts it again at the same address. */
  restart(): Promise<void>;
  /** Ends PostgreSQL at once, so that what it has not flushed is lost, and starts it again. */
  crash(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

// Faster, and enough for tests that do not end PostgreSQL.
const volatileSettings = { fsync: 'off', synchronous_commit: 'off' };

/** Starts an empty PostgreSQL in a temporary folder. A durable one flushes commits to disk, as in production. */
export async function startTestPostgres({
  durable = false,
  maxConnections = 300,
  name = 'parley',
} = {}): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-postgres-'));
  const settings = { max_connections: String(maxConnections), ...(durable ? {} : volatileSettings) };
  const start = () => startEmbeddedPostgres({ dataDir, name, settings });
  let postgres: EmbeddedPostgres = await start();
  const watcher = endWithThisProcess(dataDir);
  const endAtOnce = async () => {
    const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGQUIT');
    await postgres.exited;
    await postgres.stop();
  };
  return {
    connection: postgres.connection,
    url: databaseUrl(postgres.connection),
    dataDir,
    async restart() {
      await postgres.stop();
      postgres = await start();
    },
    async crash() {
      await endAtOnce();
      postgres = await start();
    },
    async stop() {
      // Nothing has to be written to files that are removed. It fails if PostgreSQL has already ended.
      await endAtOnce().catch(() => postgres.stop());
      watcher.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a process that ends PostgreSQL and removes its data if this process ends without `stop`, for example because a test run
 * was interrupted. The pipe between the two closes however this process ends. `detached`, because Ctrl-C must not end it first.
 */
function endWithThisProcess(dataDir: string) {
  const script = `
    cat >/dev/null
    pid=$(head -n 1 "$1/postgres/postmaster.pid") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
    rm -rf "$1"`;
  const watcher = spawn('sh', ['-c', script, 'sh', dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return watcher;
}

interface ConnectionFields {
  host?: string;
  port?: number;
  user?: string;
  password?: unknown;
  database?: string;
}

/** A connection string for the fields of a `pg` connection. */
export function databaseUrl({ host, port, user, password, database }: ConnectionFields): string {
  const url = new URL(`postgresql://localhost:${port ?? 5432}/${database}`);
  url.username = user ?? '';
  url.password = typeof password === 'string' ? password : '';
  // The folder of a Unix socket can't be written as the host of a URL.
  if (host) url.searchParams.set('host', host);
  return url.toString();
}
