import { constants as fs } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from './instance.ts';
import { clusterName } from './postmaster-file.ts';
import { commandAs, type RunAs, succeeds } from './run-as.ts';
import { PostgresStartError } from './start-error.ts';

// The limit of macOS; Linux allows 107.
const socketPathBytesMax = 103;
// Two slashes, the socket's own name (15), and in the folder's name a hash (17), a user id (11) and a suffix (2).
const fixedBytes = 2 + 15 + 17 + 11 + 2;

/**
 * The folder of the socket. Its path is short whatever the data directory is, and only this user can enter it, which is
 * why PostgreSQL can trust every connection.
 */
export async function prepareSocketDir(cluster: Cluster, runAs: RunAs): Promise<string> {
  const name = `${clusterName(cluster)}-${process.getuid?.() ?? 0}`;
  const parentBytesMax = socketPathBytesMax - fixedBytes - cluster.name.length;
  const parents = [tmpdir(), '/tmp', '/var/tmp'].filter(
    (parent) => Buffer.byteLength(parent) <= parentBytesMax,
  );
  for (const parent of parents) {
    const folder = await makePrivateFolder(parent, name, runAs).catch(() => undefined);
    if (folder === undefined) continue;
    // Root's temporary folder may be open to root only.
    if (runAs.kind === 'current-user' || (await succeeds(commandAs(runAs, 'test', ['-w', folder]))))
      return folder;
  }
  throw new PostgresStartError(
    `PostgreSQL can't create its socket in ${parents.join(', ')}: set TMPDIR to a writable folder with a short path.`,
  );
}

async function makePrivateFolder(parent: string, name: string, runAs: RunAs): Promise<string | undefined> {
  for (const suffix of ['', '-1', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9']) {
    const folder = join(parent, name + suffix);
    if (await makePrivate(folder, runAs)) return folder;
  }
  return undefined;
}

/** Returns false if another user owns the folder: everyone may create folders here, so it could be an attack. */
async function makePrivate(folder: string, runAs: RunAs): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // A handle guarantees that the folder that is checked is the one that is changed, even if the name is replaced.
  const handle = await open(folder, fs.O_RDONLY | fs.O_DIRECTORY | fs.O_NOFOLLOW).catch(() => undefined);
  if (!handle) return false;
  try {
    const { uid } = await handle.stat();
    if (uid !== process.getuid?.() && uid !== runAs.uid) return false;
    if (uid !== runAs.uid) await handle.chown(runAs.uid, runAs.gid);
    await handle.chmod(0o700);
    return true;
  } finally {
    await handle.close();
  }
}
