import { execFile, type SpawnOptions } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { defaultLabels, type Labels } from './instance.ts';
import { PostgresStartError } from './start-error.ts';

const run = promisify(execFile);

/**
 * The user that PostgreSQL runs as. PostgreSQL refuses to run as root, and initdb refuses a user without a name.
 * - `current-user`: the user of this process.
 * - `namespace`: the user of this process, which PostgreSQL sees as `mappedTo` in a user namespace. The files still
 *   belong to the user of this process, so parent folders may be closed to everyone else.
 * - `system-user`: another user, if root may not create namespaces (in some containers).
 */
export type RunAs =
  | { kind: 'current-user'; uid: number; gid: number }
  | { kind: 'namespace'; uid: number; gid: number; mappedTo: number }
  | { kind: 'system-user'; uid: number; gid: number };

export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** The command that runs `file` as the given user; pass its parts to `spawn` or `execFile`. */
export function commandAs(runAs: RunAs, file: string, args: string[]): Command {
  if (runAs.kind === 'system-user') return { file, args, options: { uid: runAs.uid, gid: runAs.gid } };
  if (runAs.kind === 'current-user') return { file, args, options: {} };
  const map = ['-U', `--map-user=${runAs.mappedTo}`, `--map-group=${runAs.mappedTo}`, '--'];
  return { file: 'unshare', args: [...map, file, ...args], options: {} };
}

/**
 * The path of the cluster that PostgreSQL is given. When another user runs it, PostgreSQL starts with the cluster as
 * its working directory and uses that: resolving the real path would need permissions on every parent folder.
 */
export const clusterPathAs = (runAs: RunAs, clusterDir: string) =>
  runAs.kind === 'current-user' ? clusterDir : '/proc/self/cwd';

/** `force` is for tests: chooses what a container that forbids namespaces would lead to. */
export async function chooseRunAs(
  clusterDir: string,
  { force, labels = defaultLabels }: { force?: 'system-user'; labels?: Labels } = {},
): Promise<RunAs> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0 && hasName()) return { kind: 'current-user', uid, gid };

  const cluster = await stat(clusterDir).catch(() => undefined);
  // An ordinary user created the cluster and root starts it now: it continues to belong to that user.
  if (uid === 0 && cluster && cluster.uid !== 0)
    return { kind: 'system-user', uid: cluster.uid, gid: cluster.gid };

  const users = await readOrdinaryUsers();
  const nobody = users.get('nobody') ?? [...users.values()][0];
  if (nobody && force === undefined) {
    const namespace: RunAs = { kind: 'namespace', uid, gid, mappedTo: nobody.uid };
    if (await succeeds(commandAs(namespace, 'true', []))) return namespace;
  }
  const other = users.get('postgres') ?? nobody;
  if (uid === 0 && other && process.platform !== 'win32')
    return { kind: 'system-user', uid: other.uid, gid: other.gid };
  throw new PostgresStartError(
    uid === 0
      ? `PostgreSQL does not run as root and this system has no other user: start as an ordinary user, or ${labels.alternative}.`
      : `User ${uid} has no name on this system, which PostgreSQL needs: add it to /etc/passwd, or ${labels.alternative}.`,
  );
}

export async function succeeds({ file, args, options }: Command): Promise<boolean> {
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

async function readOrdinaryUsers(): Promise<Map<string, { uid: number; gid: number }>> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = new Map<string, { uid: number; gid: number }>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && Number(uid) > 0 && Number(gid) > 0) users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return users;
}
