import { constants as fs } from 'node:fs';
import { mkdir, mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterName } from './postmaster-file.ts';
import type { RunAs } from './run-as.ts';

// A socket's path may have 103 bytes (macOS; Linux 107): the folder's name and the socket's take 45 of them.
const longestTmp = 55;

/**
 * The folder of the socket: short whatever DATA_DIR is, and closed to everyone else, which is what lets
 * PostgreSQL trust who connects.
 */
export async function prepareSocketDir(clusterDir: string, runAs: RunAs): Promise<string> {
  const tmp = Buffer.byteLength(tmpdir()) > longestTmp ? '/tmp' : tmpdir();
  const own = process.getuid?.() ?? 0;
  const folder = join(tmp, `${clusterName(clusterDir)}-${own}`);
  if (await makePrivate(folder, own, runAs)) return folder;
  const fresh = await mkdtemp(join(tmp, 'parley-'));
  await makePrivate(fresh, own, runAs);
  return fresh;
}

/** False where something else stands under this name: the temporary folder is open to all, it may be a trap. */
async function makePrivate(folder: string, own: number, runAs: RunAs): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Through a handle, so that what was checked is what is changed, even if the name is swapped in between.
  const handle = await open(folder, fs.O_RDONLY | fs.O_DIRECTORY | fs.O_NOFOLLOW).catch(() => undefined);
  if (!handle) return false;
  try {
    const { uid } = await handle.stat();
    if (uid !== own && uid !== runAs.uid) return false;
    if (uid !== runAs.uid) await handle.chown(runAs.uid, runAs.gid);
    await handle.chmod(0o700);
    return true;
  } finally {
    await handle.close();
  }
}
