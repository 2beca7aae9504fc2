import { constants } from 'node:fs';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../foundation/start-error.ts';
import { type Binaries, completeLinks, copyBinaries, getBinaries } from './binaries.ts';
import { commandAs, type RunAs, works } from './run-as.ts';

/** Binaries that whoever PostgreSQL runs as can execute: those of npm, or a copy where they stay out of reach. */
export async function getReachableBinaries(runAs: RunAs, dataDir: string): Promise<Binaries> {
  const installed = await getBinaries();
  const complete = await completeLinks(installed.folder);
  if (runAs.kind === 'directly') {
    return complete ? installed : copyBinaries(installed, join(dataDir, 'postgres-binaries'));
  }
  if (complete && (await runs(installed, runAs))) return installed;
  for (const parent of ['/var/lib/parley', join(tmpdir(), 'parley-postgres')]) {
    if (!(await isOursAlone(parent))) continue;
    const copy = await copyBinaries(installed, parent).catch(() => undefined);
    if (!copy) continue;
    await openToReaders(copy.folder);
    if (await runs(copy, runAs)) return copy;
  }
  throw new StartError(
    `The embedded PostgreSQL in "${installed.folder}" can't be run by user ${runAs.uid}: install where that user can read, or set DATABASE_URL.`,
  );
}

const runs = (binaries: Binaries, runAs: RunAs) =>
  works(commandAs(runAs, join(binaries.folder, 'bin', 'postgres'), ['--version']));

/** Programs are run from here: nobody else may have put them there. */
async function isOursAlone(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) return false;
    await chmod(folder, 0o755);
    return true;
  } catch {
    return false;
  }
}

/** The copy carries the modes of its source, and a strict umask would hide it from the user it was made for. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || ((await lstat(path)).mode & constants.S_IXUSR) !== 0;
    await chmod(path, executable ? 0o755 : 0o644);
  }
}
