import { type ChildProcess, spawn } from 'node:child_process';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { Cluster, Instance } from './instance.ts';
import {
  findPostmaster,
  findPostmasterFile,
  isAlive,
  isPostmasterOf,
  type PostmasterFile,
} from './postmaster-file.ts';
import { lockClusterFiles } from './process-lock.ts';
import { clusterPathAs, commandAs, type RunAs } from './run-as.ts';
import { programEnvironment, settingArguments } from './settings.ts';

const pollMs = 20;
const logBytesMax = 5 * 1024 * 1024;

/** The output of a launch that found processes of another postmaster with the files open. */
const filesInUse = 'its files are still in use by another PostgreSQL, perhaps in another container';

export interface Launch {
  instance: Instance;
  socketDir: string;
  binaries: Binaries;
  runAs: RunAs;
}

export type LaunchResult = { file: PostmasterFile } | { file: undefined; output: string };

/** Starts a postmaster and waits until it accepts connections. If it ends first, returns what it printed. */
export async function launchPostmaster(launch: Launch, timeoutMs: number): Promise<LaunchResult> {
  const { instance, socketDir, runAs, binaries } = launch;
  const { dataDir, clusterDir } = instance;
  const lock = await lockClusterFiles(dataDir);
  if (!lock) return { file: undefined, output: filesInUse };
  await removeStaleLocks(instance, socketDir);
  const logPath = join(dataDir, 'postgres.log');
  const log = await openLog(logPath);
  const logBytesBefore = (await log.stat()).size;
  let child: ChildProcess;
  try {
    const { file, args, options } = commandAs(runAs, join(binaries.folder, 'bin', 'postgres'), [
      '-D',
      clusterPathAs(runAs, clusterDir),
      ...settingArguments(instance, socketDir, instance.settings),
    ]);
    child = spawn(file, args, {
      ...options,
      cwd: clusterDir,
      env: programEnvironment(),
      // A session of its own: Ctrl-C in the terminal reaches only the application, which then stops PostgreSQL.
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
      if (child.pid) await terminatePostmaster(child.pid, instance);
      failure = `it was not ready after ${Math.round(timeoutMs / 1000)} s`;
    }
    await pause(pollMs);
  }
  const printed = (await readFile(logPath).catch(() => Buffer.alloc(0)))
    .subarray(logBytesBefore)
    .toString('utf8');
  return { file: undefined, output: printed.trim() === '' ? failure : printed };
}

/** Requests a fast shutdown, then stronger signals until the process has ended. Committed data is safe in every case. */
export async function terminatePostmaster(pid: number, cluster: Cluster): Promise<boolean> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, waitMs] of steps) {
    // Checked before every signal: the id of an ended process may already belong to another program.
    if (!(await isPostmasterOf(pid, cluster))) return true;
    send(pid, signal);
    // A suspended process receives no other signal.
    send(pid, 'SIGCONT');
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return true;
      await pause(pollMs);
      // A process that its parent has not waited for stays listed after its end.
      if (!(await isPostmasterOf(pid, cluster))) return true;
    }
  }
  return !(await isPostmasterOf(pid, cluster));
}

/**
 * Kills processes of a dead postmaster that are too busy to have noticed its end. Without a postmaster they can't
 * commit.
 */
export async function killOrphans(cluster: Cluster): Promise<void> {
  if (process.platform !== 'linux' || (await findPostmaster(cluster))) return;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid) && (await isPostmasterOf(pid, cluster))) send(pid, 'SIGKILL');
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/**
 * PostgreSQL ignores a lock file whose process has ended. If the process id now belongs to another program (after a
 * reboot, in a new container), PostgreSQL would refuse to start for ever.
 */
async function removeStaleLocks(cluster: Cluster, socketDir: string): Promise<void> {
  for (const path of [join(cluster.clusterDir, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    if (pid > 0 && isAlive(pid) && !(await isPostmasterOf(pid, cluster))) await rm(path, { force: true });
  }
}

/** PostgreSQL logs little (see settings.ts), so one older file is enough. */
async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > logBytesMax) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}
