import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chooseRunAs, commandAs } from '@parley/embedded-postgres/run-as';
import { acceptsConnections } from './accepts-connections.ts';
import { freePort } from './free-port.ts';
import type { TestPostgres } from './test-postgres.ts';
import { until } from './until.ts';

export interface Pgbouncer {
  /** A connection string. */
  url: string;
  /** Kills it, which cuts every connection, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The path of the program. Debian installs it in a folder that is not on the PATH of ordinary users. */
export const findPgbouncer = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find(existsSync);

/** Starts pgbouncer in transaction mode. With a small pool, consecutive transactions use different connections. */
export async function startPgbouncer(postgres: TestPostgres, poolSize: number): Promise<Pgbouncer> {
  const program = findPgbouncer();
  if (!program) throw new Error('pgbouncer is not installed');
  const { host, port: postgresPort, user, database } = postgres.connection;
  // It runs as the same user as PostgreSQL: only that user may open the socket, and pgbouncer refuses to run as root.
  const runAs = await chooseRunAs(join(postgres.dataDir, 'postgres'));
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `${database} = host=${host} port=${postgresPort} user=${user} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 500',
      // Two clients that wait for each other get an error instead of waiting for ever.
      'query_wait_timeout = 30',
    ].join('\n'),
  );
  await chmod(file, 0o644);
  await chown(folder, runAs.uid, runAs.gid);

  let stderr = '';
  const start = async () => {
    const { file: command, args, options } = commandAs(runAs, program, [file]);
    const child = spawn(command, args, { ...options, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-5_000);
    });
    const ended = once(child, 'exit');
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${stderr}`);
      return acceptsConnections(port);
    }, 'pgbouncer to listen');
    return {
      async end(signal: NodeJS.Signals) {
        child.kill(signal);
        await ended;
      },
    };
  };
  let running = await start();
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    async restart() {
      await running.end('SIGKILL');
      running = await start();
    },
    async stop() {
      await running.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
