import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/test/free-port.ts';

export interface Server {
  url: string;
  pid: number;
  /** From the start of the process until it said it was ready. */
  readyMs: number;
  /** What it printed on standard output until then. */
  said: string;
  stop(): Promise<void>;
}

const serverEntry = fileURLToPath(new URL('../server/src/entry/main.ts', import.meta.url));
const bareEntry = fileURLToPath(new URL('./bare.ts', import.meta.url));
const bareUploadEntry = fileURLToPath(new URL('./bare-upload.ts', import.meta.url));

/** Parley as an operator runs it, with its default of a durable embedded PostgreSQL, and no cap on the rate. */
export async function startParley(dataDir: string): Promise<Server> {
  return start(serverEntry, 'Parley is running', {
    DATA_DIR: dataDir,
    RATE_LIMIT_SELF_HOSTED: '0',
    NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
  });
}

/** The routes that Parley is measured against: Fastify, `pg`, the same statements, and nothing else. */
export async function startBare(env: Record<string, string>): Promise<Server> {
  return start(bareEntry, '', env);
}

/** What an upload is measured against. */
export async function startBareUpload(folder: string): Promise<Server> {
  return start(bareUploadEntry, '', { BARE_FOLDER: folder });
}

async function start(entry: string, greeting: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whatever ends this run ends its servers, by a signal that lets them stop their PostgreSQL too.
  process.once('exit', () => child.kill('SIGTERM'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(child, async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok);
  const readyMs = performance.now() - began;
  // The first key is made, and told, only once the server listens.
  await until(child, async () => greeting === '' || (said.includes(greeting) && said.endsWith('\n\n')));
  return {
    url,
    pid: child.pid as number,
    readyMs,
    said,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function until(child: ChildProcess, condition: () => Promise<boolean | undefined>): Promise<void> {
  while (!(await condition())) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} before it was ready`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Memory of the process that the machine really holds, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Processor time that a process has used so far, in clock ticks, and who started it. */
async function statOf(pid: string): Promise<{ parent: number; ticks: number; reaped: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const sum = (...at: number[]) => at.reduce((total, i) => total + Number(fields[i] ?? 0), 0);
  return { parent: Number(fields[1]), ticks: sum(11, 12), reaped: sum(13, 14) };
}

/** Processor time of a process so far, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  return (await statOf(String(pid))).ticks * 10;
}

/** Processor time of PostgreSQL so far, with that of back ends that have ended, in milliseconds. */
export async function databaseProcessorMs(backEndPid: number): Promise<number> {
  const { parent: postmaster } = await statOf(String(backEndPid));
  const own = await statOf(String(postmaster));
  let total = own.ticks + own.reaped;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const { parent, ticks } = await statOf(pid);
    if (parent === postmaster) total += ticks;
  }
  return total * 10;
}

/** Processor time of a server and of the database behind it; any back end tells which one that is. */
export function createProcessorClock(backEndPid: number) {
  return async (serverPid: number): Promise<number> =>
    (await processorMs(serverPid)) + (await databaseProcessorMs(backEndPid));
}
