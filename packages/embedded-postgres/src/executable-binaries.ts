import { constants } from 'node:fs';
import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Binaries, completeLinks, copyBinaries, getBinaries } from './binaries.ts';
import type { Instance } from './instance.ts';
import { commandAs, type RunAs, succeeds } from './run-as.ts';
import { PostgresStartError } from './start-error.ts';

/** Binaries that the user PostgreSQL runs as can execute: the installed ones, or a copy if that user can't read them. */
export async function getExecutableBinaries(
  { name, dataDir, labels }: Pick<Instance, 'name' | 'dataDir' | 'labels'>,
  runAs: RunAs,
): Promise<Binaries> {
  const installed = await getBinaries(labels);
  const complete = await completeLinks(installed.folder);
  if (runAs.kind === 'current-user') {
    return complete ? installed : copyBinaries(installed, join(dataDir, 'postgres-binaries'));
  }
  if (complete && (await canExecute(installed, runAs))) return installed;
  for (const parent of [join('/var/lib', name), join(tmpdir(), `${name}-postgres`)]) {
    if (!(await isWritableByUsOnly(parent))) continue;
    const copy = await copyBinaries(installed, parent).catch(() => undefined);
    if (!copy) continue;
    await makeReadable(copy.folder);
    if (await canExecute(copy, runAs)) return copy;
  }
  throw new PostgresStartError(
    `User ${runAs.uid} can't execute the embedded PostgreSQL in "${installed.folder}": install it where that user can read, or ${labels.alternative}.`,
  );
}

const canExecute = (binaries: Binaries, runAs: RunAs) =>
  succeeds(commandAs(runAs, join(binaries.folder, 'bin', 'postgres'), ['--version']));

/** Programs are executed from this folder, so no other user may be able to write to it. */
async function isWritableByUsOnly(folder: string): Promise<boolean> {
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

/** The copy has the modes of its source; with a strict umask the user it was made for could not read it. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || ((await lstat(path)).mode & constants.S_IXUSR) !== 0;
    await chmod(path, executable ? 0o755 : 0o644);
  }
}
