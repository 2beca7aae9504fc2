import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './harness.ts';

/** A server in a process of its own, to be killed in any way and to be read from outside. */
export interface ChildServer {
  url: string;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): Promise<number | string>;
}

const main = fileURLToPath(new URL('../src/entry/main.ts', import.meta.url));

/** The same master key as the harness, so that both may share a database. */
const secretKey = 'a secret key that is only for tests';

export async function startChildServer(
  connection: pg.PoolConfig,
  env: Record<string, string> = {},
): Promise<ChildServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: databaseUrl(connection),
      SECRET_KEY: secretKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = { ...watch(child), url: `http://127.0.0.1:${port}` };
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`The server ended: ${server.stderr()}`);
      return server.stdout().includes('Parley is running');
    },
    'the server to start',
    60_000,
  );
  return server;
}

function watch(child: ChildProcess): Omit<ChildServer, 'url'> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    pid: child.pid as number,
    stdout: () => out,
    stderr: () => err,
    ended,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export function databaseUrl({ host, port, user, password, database }: pg.PoolConfig): string {
  const url = new URL(`postgresql://localhost:${port ?? 5432}/${database}`);
  url.username = user ?? '';
  url.password = typeof password === 'string' ? password : '';
  // A host that is a folder is a Unix socket, and has no place before the path.
  if (host) url.searchParams.set('host', host);
  return url.toString();
}
