import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chooseRunAs, commandAs } from '@parley/embedded-postgres/run-as';
import { freePort } from '../../server/test/free-port.ts';
import type { StagePostgres } from './postgres.ts';
import { until } from './until.ts';

export interface StagePooler {
  /** For the processes of Parley. */
  url: string;
  /** SIGKILL and a start anew: every connection through it is cut. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Debian puts it where an ordinary PATH does not look. */
export const pgbouncer = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find(existsSync);

/** pgbouncer in transaction mode, with so few connections that every transaction of ours gets another one than the last. */
export async function startPooler(postgres: StagePostgres, poolSize: number): Promise<StagePooler> {
  if (!pgbouncer) throw new Error('pgbouncer is not on this machine');
  const program = pgbouncer;
  const { host, port: postgresPort, user, database } = postgres.connection;
  // As who PostgreSQL runs: its socket is open to nobody else, and pgbouncer refuses to be root as well.
  const runAs = await chooseRunAs(join(postgres.dataDir, 'postgres'));
  const folder = await mkdtemp(join(tmpdir(), 'parley-stage-pooler-'));
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
      // Two that wait for each other are told, not left.
      'query_wait_timeout = 30',
    ].join('\n'),
  );
  await chmod(file, 0o644);
  await chown(folder, runAs.uid, runAs.gid);

  let said = '';
  const start = async () => {
    const { file: command, args, options } = commandAs(runAs, program, [file]);
    const child = spawn(command, args, { ...options, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000);
    });
    const ended = once(child, 'exit');
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`);
      return answers(port);
    }, 'pgbouncer listens');
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

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
