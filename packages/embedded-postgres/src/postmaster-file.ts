import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './instance.ts';

const run = promisify(execFile);

/** What PostgreSQL writes about itself into `postmaster.pid`. */
export interface PostmasterFile {
  pid: number;
  port: number;
  socketDir: string;
  status: string;
}

export async function findPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status: lines[7] ?? '' };
}

/** The running postmaster of this cluster. A file that a dead postmaster left behind is ignored. */
export async function findPostmaster(cluster: Cluster): Promise<PostmasterFile | undefined> {
  const file = await findPostmasterFile(cluster.clusterDir);
  if (!file || !(await isPostmasterOf(file.pid, cluster))) return undefined;
  return { ...file, socketDir: await findSocketDir(file) };
}

/** A service may have a /tmp of its own (systemd's PrivateTmp); other processes reach it through /proc. */
async function findSocketDir({ pid, socketDir }: PostmasterFile): Promise<string> {
  if (process.platform !== 'linux' || (await stat(socketDir).catch(() => undefined))) return socketDir;
  const throughProcess = `/proc/${pid}/root${socketDir}`;
  return (await stat(throughProcess).catch(() => undefined)) ? throughProcess : socketDir;
}

/** Identifies the cluster in command lines and socket paths, and is short enough for both. */
export const clusterName = ({ clusterDir, name }: Cluster) =>
  `${name}-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process serves this cluster. The process id alone is not enough: after a crash or in a new container it
 * may belong to any other program.
 */
export async function isPostmasterOf(pid: number, cluster: Cluster): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const setting = `cluster_name=${clusterName(cluster)}`;
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
    return stdout.includes(setting);
  }
  const command = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
  if (command !== 'postgres') return false;
  try {
    const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster.clusterDir)]);
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    // Root without CAP_SYS_PTRACE may not read another user's working directory, but everyone may read a command line.
    return (await readCommandLine(pid)).includes(setting);
  }
}

/** Whether a client is connected, without connecting: PostgreSQL shows it in the titles of its processes. */
export async function hasClients(cluster: Cluster): Promise<boolean> {
  const prefix = `postgres: ${clusterName(cluster)}: `;
  const titles =
    process.platform === 'linux'
      ? await Promise.all((await readdir('/proc')).filter(isNumber).map(readCommandLine))
      : (await run('ps', ['-A', '-o', 'command=']).catch(() => ({ stdout: '' }))).stdout.split('\n');
  return titles.some(
    (title) => title.startsWith(prefix) && /\[local\] (?!startup|authentication)/.test(title),
  );
}

const isNumber = (name: string) => /^\d+$/.test(name);
const readCommandLine = (pid: string | number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
