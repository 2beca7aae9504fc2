import { execFile } from 'node:child_process';
import { chown, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../foundation/start-error.ts';
import type { Binaries } from './binaries.ts';
import { programError } from './explain.ts';
import { isAlive } from './postmaster-file.ts';
import { clusterPathAs, commandAs, type RunAs } from './run-as.ts';
import { programEnvironment } from './settings.ts';

const run = promisify(execFile);
const unfinishedPrefix = 'postgres.new-';

export const superuser = 'parley';
export const clusterDirOf = (dataDir: string) => join(dataDir, 'postgres');

// pg_trgm asks the system's locale what a letter is: plain C would know ASCII only. The last one always exists.
const letterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Makes the cluster if there is none. It appears whole or not at all: initdb works beside it, a rename ends it. */
export async function ensureCluster(dataDir: string, binaries: Binaries, runAs: RunAs): Promise<boolean> {
  const clusterDir = clusterDirOf(dataDir);
  await removeUnfinished(dataDir);
  if (await exists(clusterDir)) {
    await checkCluster(clusterDir, binaries, runAs);
    return false;
  }
  const unfinished = await mkdtemp(join(dataDir, `${unfinishedPrefix}${process.pid}-`));
  try {
    if (runAs.kind === 'system-user') await chown(unfinished, runAs.uid, runAs.gid);
    await initdb(dataDir, unfinished, binaries, runAs);
    await rename(unfinished, clusterDir);
    return true;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    // Another process was faster: its cluster is as good.
    if (await exists(clusterDir)) return false;
    throw error;
  }
}

async function initdb(dataDir: string, folder: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  let output = '';
  for (const letters of letterLocales) {
    const { file, args, options } = commandAs(runAs, join(binaries.folder, 'bin', 'initdb'), [
      ...['--pgdata', clusterPathAs(runAs, folder), '--username', superuser, '--auth', 'trust'],
      // The order and the letter cases of the builtin provider never change with the system's libraries.
      ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...['--locale', 'C', '--lc-ctype', letters],
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
  throw await programError(dataDir, 'The embedded PostgreSQL could not be set up', output);
}

async function checkCluster(clusterDir: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const made = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const major = binaries.version.split('.')[0];
  if (made !== '' && made !== major) {
    throw new StartError(
      `"${clusterDir}" was made by PostgreSQL ${made}, this release brings ${major}: start the release that made it and move the data by export and import.`,
    );
  }
  const { uid } = await stat(clusterDir);
  if (uid === runAs.uid) return;
  if (runAs.kind !== 'system-user' || uid !== 0) {
    throw new StartError(
      `"${clusterDir}" belongs to another user (uid ${uid}): start as that user, or give the folder to this one.`,
    );
  }
  await giveAway(clusterDir, runAs);
}

/** The folder itself changes hands last, so that an interrupted change is seen and done again. */
async function giveAway(clusterDir: string, to: RunAs): Promise<void> {
  for (const name of await readdir(clusterDir, { recursive: true })) {
    await lchown(join(clusterDir, name), to.uid, to.gid);
  }
  await lchown(clusterDir, to.uid, to.gid);
}

/** What a start that was killed left behind. A start that goes on right now keeps its folder. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const pid = Number.parseInt(name.slice(unfinishedPrefix.length), 10);
    if (pid !== process.pid && isAlive(pid)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {});
  }
}

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

export async function ensureDataDir(dataDir: string): Promise<void> {
  await makeFolder(dataDir);
}

/** Folder by folder: Node's own recursive mkdir never ends where a file system answers ENOENT for ever, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await make();
  }
}
