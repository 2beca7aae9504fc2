import { execFile } from 'node:child_process';
import { chown, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Instance } from './instance.ts';
import { isAlive } from './postmaster-file.ts';
import { clusterPathAs, commandAs, type RunAs } from './run-as.ts';
import { programEnvironment } from './settings.ts';
import { PostgresStartError, programError } from './start-error.ts';

const run = promisify(execFile);
const unfinishedPrefix = 'postgres.new-';

export const clusterDirOf = (dataDir: string) => join(dataDir, 'postgres');

// pg_trgm uses the system locale to recognise letters, and plain C knows only ASCII. The last entry always exists.
const characterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/**
 * Creates the cluster if there is none and returns whether it did. initdb works in a temporary folder that is renamed
 * when it is finished, so an interrupted first start leaves no half-made cluster.
 */
export async function ensureCluster(instance: Instance, binaries: Binaries, runAs: RunAs): Promise<boolean> {
  const { dataDir, clusterDir } = instance;
  await removeUnfinished(dataDir);
  if (await exists(clusterDir)) {
    await checkCluster(clusterDir, binaries, runAs);
    return false;
  }
  const unfinished = await mkdtemp(join(dataDir, `${unfinishedPrefix}${process.pid}-`));
  try {
    if (runAs.kind === 'system-user') await chown(unfinished, runAs.uid, runAs.gid);
    await initdb(instance, unfinished, binaries, runAs);
    await rename(unfinished, clusterDir);
    return true;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    // Another process finished first; its cluster is used.
    if (await exists(clusterDir)) return false;
    throw error;
  }
}

async function initdb(instance: Instance, folder: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  let output = '';
  for (const characters of characterLocales) {
    const { file, args, options } = commandAs(runAs, join(binaries.folder, 'bin', 'initdb'), [
      ...['--pgdata', clusterPathAs(runAs, folder), '--username', instance.name, '--auth', 'trust'],
      // The sort order and case mapping of the builtin provider never change with the system's libraries.
      ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...['--locale', 'C', '--lc-ctype', characters],
    ]);
    try {
      await run(file, args, { ...options, cwd: folder, env: programEnvironment(), timeout: 120_000 });
      return;
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string };
      output = stderr || message;
      if (!/locale/.test(output)) break;
    }
  }
  throw await programError(instance, 'The embedded PostgreSQL could not be set up', output);
}

async function checkCluster(clusterDir: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const createdBy = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const major = binaries.version.split('.')[0];
  if (createdBy !== '' && createdBy !== major) {
    throw new PostgresStartError(
      `"${clusterDir}" was created by PostgreSQL ${createdBy}, this release contains ${major}: start the release that created it and move the data by export and import.`,
    );
  }
  const { uid } = await stat(clusterDir);
  if (uid === runAs.uid) return;
  if (runAs.kind !== 'system-user' || uid !== 0) {
    throw new PostgresStartError(
      `"${clusterDir}" belongs to another user (uid ${uid}): start as that user, or give the directory to this one.`,
    );
  }
  await changeOwner(clusterDir, runAs);
}

/** The directory itself is changed last, so that an interrupted change is detected and repeated. */
async function changeOwner(clusterDir: string, to: RunAs): Promise<void> {
  for (const name of await readdir(clusterDir, { recursive: true })) {
    await lchown(join(clusterDir, name), to.uid, to.gid);
  }
  await lchown(clusterDir, to.uid, to.gid);
}

/** Removes folders of first starts that were killed. The folder of a start in progress is left alone. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const pid = Number.parseInt(name.slice(unfinishedPrefix.length), 10);
    if (pid !== process.pid && isAlive(pid)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/** Node's recursive mkdir never returns on a file system that always returns ENOENT, as /proc does. */
export async function ensureDataDir(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await ensureDataDir(dirname(folder));
    await make();
  }
}
