import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

/** The postmaster of this cluster, if one is alive: a file left by a dead one names nobody. */
export async function findPostmaster(clusterDir: string): Promise<PostmasterFile | undefined> {
  const file = await findPostmasterFile(clusterDir);
  if (!file || !(await isPostmasterOf(file.pid, clusterDir))) return undefined;
  return { ...file, socketDir: await socketDirSeenFromHere(file) };
}

/** A service may have a /tmp of its own (systemd's PrivateTmp): an admin command gets there through the process. */
async function socketDirSeenFromHere({ pid, socketDir }: PostmasterFile): Promise<string> {
  if (process.platform !== 'linux' || (await stat(socketDir).catch(() => undefined))) return socketDir;
  const through = `/proc/${pid}/root${socketDir}`;
  return (await stat(through).catch(() => undefined)) ? through : socketDir;
}

/** A name for this cluster that is short enough for a socket path and stands in its command line. */
export const clusterName = (clusterDir: string) =>
  `parley-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process serves this cluster. The number alone proves nothing: after a crash or in a new
 * container it may belong to any other process.
 */
export async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
    return stdout.includes(`cluster_name=${clusterName(clusterDir)}`);
  }
  const command = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
  if (command !== 'postgres') return false;
  try {
    const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(clusterDir)]);
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    // Root without CAP_SYS_PTRACE may not look at another user's folder, but anyone may read a command line.
    return (await commandLine(pid)).includes(`cluster_name=${clusterName(clusterDir)}`);
  }
}

/** Whether someone is connected, seen from outside: PostgreSQL writes it into the titles of its processes. */
export async function hasClients(clusterDir: string): Promise<boolean> {
  const title = `postgres: ${clusterName(clusterDir)}: `;
  const titles =
    process.platform === 'linux'
      ? await Promise.all((await readdir('/proc')).filter(isNumber).map(commandLine))
      : (await run('ps', ['-A', '-o', 'command=']).catch(() => ({ stdout: '' }))).stdout.split('\n');
  return titles.some((line) => line.startsWith(title) && /\[local\] (?!startup|authentication)/.test(line));
}

const isNumber = (name: string) => /^\d+$/.test(name);
const commandLine = (pid: string | number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
