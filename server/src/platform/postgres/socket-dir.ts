import { constants as fs } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../foundation/start-error.ts';
import { clusterName } from './postmaster-file.ts';
import { commandAs, type RunAs, works } from './run-as.ts';

// A socket's path may have 103 bytes (macOS; Linux 107). The folder's name takes up to 36, the socket's 15.
const longestTmp = 50;

/**
 * The folder of the socket: short whatever DATA_DIR is, and closed to everyone else, which is what lets
 * PostgreSQL trust who connects.
 */
export async function prepareSocketDir(clusterDir: string, runAs: RunAs): Promise<string> {
  const name = `${clusterName(clusterDir)}-${process.getuid?.() ?? 0}`;
  const parents = [tmpdir(), '/tmp', '/var/tmp'].filter((parent) => Buffer.byteLength(parent) <= longestTmp);
  for (const parent of parents) {
    const folder = await privateFolder(parent, name, runAs).catch(() => undefined);
    if (folder === undefined) continue;
    // Root may have a temporary folder that is open to root alone.
    if (runAs.kind === 'directly' || (await works(commandAs(runAs, 'test', ['-w', folder])))) return folder;
  }
  throw new StartError(
    `PostgreSQL found no place for its socket in ${parents.join(', ')}: set TMPDIR to a folder with a short path that can be written.`,
  );
}

async function privateFolder(parent: string, name: string, runAs: RunAs): Promise<string | undefined> {
  for (const suffix of ['', '-1', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9']) {
    const folder = join(parent, name + suffix);
    if (await makePrivate(folder, runAs)) return folder;
  }
  return undefined;
}

/** False where another user has taken the name: the temporary folder is open to all, it may be a trap. */
async function makePrivate(folder: string, runAs: RunAs): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Through a handle, so that what was checked is what is changed, even if the name is swapped in between.
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
