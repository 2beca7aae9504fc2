import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeLinks, copyBinaries, getBinaries } from './binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-binaries-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const versionOf = (native: string) =>
  execFileSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });

async function installWithoutScripts(): Promise<string> {
  const native = join(folder, 'native');
  const { folder: installed } = await getBinaries();
  await cp(installed, native, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  return native;
}

test('PostgreSQL runs although no install script created its links', async () => {
  const native = await installWithoutScripts();
  if (process.platform === 'linux') expect(() => versionOf(native)).toThrow();
  expect(await completeLinks(native)).toBe(true);
  expect(versionOf(native)).toContain('PostgreSQL) 18');
  expect(await completeLinks(native)).toBe(true);
}, 60_000);

test('a copy of an incomplete installation is complete, and is created once', async () => {
  const native = await installWithoutScripts();
  const parent = join(folder, 'copies');
  const [copy] = await Promise.all([
    copyBinaries({ folder: native, version: '18.0.0' }, parent),
    copyBinaries({ folder: native, version: '18.0.0' }, parent),
  ]);
  expect(versionOf(copy.folder)).toContain('PostgreSQL) 18');
  const createdInode = (await stat(copy.folder)).ino;
  await copyBinaries({ folder: native, version: '18.0.0' }, parent);
  expect((await stat(copy.folder)).ino).toBe(createdInode);
  expect(await readdir(parent)).toHaveLength(1);
}, 60_000);
