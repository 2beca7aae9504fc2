import { type ChildProcess, spawn } from 'node:child_process';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { lockCluster } from './file-lock.ts';
import {
  findPostmaster,
  findPostmasterFile,
  isAlive,
  isPostmasterOf,
  type PostmasterFile,
} from './postmaster-file.ts';
import { clusterPathAs, commandAs, type RunAs } from './run-as.ts';
import { programEnvironment, settingArguments } from './settings.ts';

const pollMs = 20;
const longestLogBytes = 5 * 1024 * 1024;

/** What a launch says when processes of another postmaster still have the files open. */
const heldElsewhere = 'its files are still in use by another PostgreSQL, perhaps in another container';

export interface Launch {
  dataDir: string;
  clusterDir: string;
  socketDir: string;
  binaries: Binaries;
  runAs: RunAs;
  tuning?: Record<string, string>;
}

export type Launched = { file: PostmasterFile } | { file: undefined; output: string };

/** Starts a postmaster and waits until it takes connections, or returns what it said when it gave up. */
export async function launchPostmaster(launch: Launch, timeoutMs: number): Promise<Launched> {
  const { clusterDir, runAs, binaries } = launch;
  const lock = await lockCluster(launch.dataDir);
  if (!lock) return { file: undefined, output: heldElsewhere };
  await removeFalseLocks(clusterDir, launch.socketDir);
  const logPath = join(launch.dataDir, 'postgres.log');
  const log = await openLog(logPath);
  const before = (await log.stat()).size;
  let child: ChildProcess;
  try {
    const { file, args, options } = commandAs(runAs, join(binaries.folder, 'bin', 'postgres'), [
      '-D',
      clusterPathAs(runAs, clusterDir),
      ...settingArguments(clusterDir, launch.socketDir, launch.tuning),
    ]);
    child = spawn(file, args, {
      ...options,
      cwd: clusterDir,
      env: programEnvironment(),
      // Its own session: Ctrl-C in the terminal reaches our process only, which then shuts down in order.
      detached: true,
      stdio: ['ignore', log.fd, log.fd, lock.fd],
    });
    child.unref();
  } finally {
    await log.close();
    await lock.close();
  }
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));

  const deadline = performance.now() + timeoutMs;
  while (failure === undefined) {
    const file = await findPostmasterFile(clusterDir);
    if (file && file.pid === child.pid && file.status === 'ready') return { file };
    if (performance.now() > deadline) {
      if (child.pid) await terminatePostmaster(child.pid, clusterDir);
      failure = `it was not ready after ${Math.round(timeoutMs / 1000)} s`;
    }
    await pause(pollMs);
  }
  const said = (await readFile(logPath).catch(() => Buffer.alloc(0))).subarray(before).toString('utf8');
  return { file: undefined, output: said.trim() === '' ? failure : said };
}

/** Fast shutdown first; what does not obey is ended harder. What was committed is safe in every case. */
export async function terminatePostmaster(pid: number, clusterDir: string): Promise<boolean> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, waitMs] of steps) {
    // Asked every time: the number of a process that has ended may already be another's.
    if (!(await isPostmasterOf(pid, clusterDir))) return true;
    send(pid, signal);
    // One that was suspended hears nothing else.
    send(pid, 'SIGCONT');
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return true;
      await pause(pollMs);
      // A process whose parent does not collect it stays listed after its end.
      if (!(await isPostmasterOf(pid, clusterDir))) return true;
    }
  }
  return !(await isPostmasterOf(pid, clusterDir));
}

/** Processes of a postmaster that was killed, too busy to have noticed. Without it their work can't be committed. */
export async function endOrphans(clusterDir: string): Promise<void> {
  if (process.platform !== 'linux' || (await findPostmaster(clusterDir))) return;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && (await isPostmasterOf(pid, clusterDir))) send(pid, 'SIGKILL');
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended, which is what was wanted.
  }
}

/**
 * PostgreSQL sees for itself that a lock file names a dead process. It can't see that the number now belongs
 * to another program (after a reboot, in a new container) and would refuse for ever.
 */
async function removeFalseLocks(clusterDir: string, socketDir: string): Promise<void> {
  for (const path of [join(clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    if (pid > 0 && isAlive(pid) && !(await isPostmasterOf(pid, clusterDir))) await rm(path, { force: true });
  }
}

/** PostgreSQL says little (see settings.ts); one older file is kept. */
async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > longestLogBytes) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}
