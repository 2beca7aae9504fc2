import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';
import { until } from './until.ts';

const program = fileURLToPath(new URL('../../server/src/entry/main.ts', import.meta.url));

export const stageSecretKey = 'the secret key of the stage, known to all';

export interface StageServer {
  url: string;
  pid: number;
  dataDir: string;
  /** What it wrote on standard error. */
  said(): string;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, and the end. */
  kill(): Promise<void>;
  /** SIGTERM, and the end in order. Returns its exit code. */
  stop(): Promise<number | null>;
  rssMb(): number;
}

/** Parley as an operator starts it: a process of its own. */
export async function startServer(
  databaseUrl: string,
  options: { role?: 'all' | 'api' | 'worker'; env?: Record<string, string> } = {},
): Promise<StageServer> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-stage-server-'));
  const child: ChildProcess = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ROLE: options.role ?? 'all',
      SECRET_KEY: stageSecretKey,
      LOG_LEVEL: 'error',
      RATE_LIMIT_SELF_HOSTED: '0',
      ...options.env,
    },
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await ended;
    await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
  }, 'the server is ready');
  return {
    url,
    pid: child.pid as number,
    dataDir,
    said: () => said,
    signal: (name) => child.kill(name),
    kill: async () => void (await stop('SIGKILL')),
    stop: () => stop('SIGTERM'),
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
  };
}
