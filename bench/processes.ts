import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type HttpServerProcess, startHttpServerProcess, startParleyProcess } from '@parley/testing';

const bareEntry = fileURLToPath(new URL('./bare.ts', import.meta.url));
const bareUploadEntry = fileURLToPath(new URL('./bare-upload.ts', import.meta.url));

/** Starts Parley as an operator does, with a durable embedded PostgreSQL, but without a rate limit. */
export const startParley = (dataDir: string, env: Record<string, string> = {}) =>
  startParleyProcess({
    env: {
      DATA_DIR: dataDir,
      RATE_LIMIT_SELF_HOSTED: '0',
      NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
      ...env,
    },
  });

/** Starts the baseline for Parley's routes: Fastify and `pg` with the same statements. */
export const startBare = (env: Record<string, string>): Promise<HttpServerProcess> =>
  startHttpServerProcess({ command: [process.execPath, bareEntry], env });

/** Starts the baseline for uploads. */
export const startBareUpload = (folder: string): Promise<HttpServerProcess> =>
  startHttpServerProcess({ command: [process.execPath, bareUploadEntry], env: { BARE_FOLDER: folder } });

/** The processor time of a process so far, in clock ticks, and its parent process. */
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

/** Processor time of the children of this process that have ended, in milliseconds. */
export async function reapedProcessorMs(): Promise<number> {
  return (await statOf('self')).reaped * 10;
}

/** The child of a process whose command contains a text. */
export async function findChild(parentPid: number, command: string): Promise<number | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if ((await statOf(pid)).parent !== parentPid) continue;
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(command))
      return Number(pid);
  }
  return undefined;
}

/** The most memory that a process has had so far. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Processor time of PostgreSQL so far, including backends that have ended, in milliseconds. */
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

/** Processor time of a server and its database, which is identified by the process id of any of its backends. */
export function createProcessorClock(backEndPid: number) {
  return async (serverPid: number): Promise<number> =>
    (await processorMs(serverPid)) + (await databaseProcessorMs(backEndPid));
}
