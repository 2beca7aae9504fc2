import { execFile, type SpawnOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { StartError } from '../../foundation/start-error.ts';

const run = promisify(execFile);

/**
 * Who the PostgreSQL processes are. PostgreSQL refuses to be root, and initdb refuses a user without a name.
 * - `directly`: this user.
 * - `namespace`: this user, seen by PostgreSQL as `mappedTo`. The files stay this user's, so a 0700 home is no obstacle.
 * - `system-user`: another user, where root may not make namespaces (some containers).
 */
export type RunAs =
  | { kind: 'directly'; uid: number; gid: number }
  | { kind: 'namespace'; uid: number; gid: number; mappedTo: number }
  | { kind: 'system-user'; uid: number; gid: number };

export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

export function commandAs(runAs: RunAs, file: string, args: string[]): Command {
  if (runAs.kind === 'system-user') return { file, args, options: { uid: runAs.uid, gid: runAs.gid } };
  if (runAs.kind === 'directly') return { file, args, options: {} };
  const map = ['-U', `--map-user=${runAs.mappedTo}`, `--map-group=${runAs.mappedTo}`, '--'];
  return { file: 'unshare', args: [...map, file, ...args], options: {} };
}

/**
 * How PostgreSQL is told where its files are. Root enters the folder first and PostgreSQL stays in it, so that
 * no folder above has to be open to whom PostgreSQL runs as; the path itself would be walked from the top.
 */
export const clusterPathAs = (runAs: RunAs, clusterDir: string) =>
  runAs.kind === 'directly' ? clusterDir : '/proc/self/cwd';

/** `force` is for tests: what a container that forbids namespaces would lead to. */
export async function chooseRunAs(clusterDir: string, force?: 'system-user'): Promise<RunAs> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0 && hasName()) return { kind: 'directly', uid, gid };

  const cluster = await stat(clusterDir).catch(() => undefined);
  // Made by an ordinary user and now started by root: it stays that user's.
  if (uid === 0 && cluster && cluster.uid !== 0)
    return { kind: 'system-user', uid: cluster.uid, gid: cluster.gid };

  const users = await ordinaryUsers();
  const nobody = users.get('nobody') ?? [...users.values()][0];
  if (nobody && force === undefined) {
    const namespace: RunAs = { kind: 'namespace', uid, gid, mappedTo: nobody.uid };
    if (await works(commandAs(namespace, 'true', []))) return namespace;
  }
  const other = users.get('postgres') ?? nobody;
  if (uid === 0 && other && process.platform !== 'win32')
    return { kind: 'system-user', uid: other.uid, gid: other.gid };
  throw new StartError(
    uid === 0
      ? 'PostgreSQL does not run as root and this system has no other user: start as an ordinary user, or set DATABASE_URL.'
      : `User ${uid} has no name on this system, which PostgreSQL needs: add it to /etc/passwd, or set DATABASE_URL.`,
  );
}

export async function works({ file, args, options }: Command): Promise<boolean> {
  return run(file, args, { ...options, cwd: '/', timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function ordinaryUsers(): Promise<Map<string, { uid: number; gid: number }>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = new Map<string, { uid: number; gid: number }>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && Number(uid) > 0 && Number(gid) > 0) users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return users;
}
