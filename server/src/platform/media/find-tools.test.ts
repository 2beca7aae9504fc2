import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executable, findBundled, findTools } from './find-tools.ts';

let folder: string;
const path = process.env.PATH;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-tools-'));
});
afterEach(async () => {
  process.env.PATH = path;
  await rm(folder, { recursive: true, force: true });
});

/** Creates programs that print a version like ffmpeg. */
async function createFakeTools(version: string): Promise<string> {
  for (const name of ['ffmpeg', 'ffprobe']) {
    await writeFile(join(folder, name), `#!/bin/sh\necho 'libavformat    ${version}. 1 / ${version}. 1'\n`);
    await chmod(join(folder, name), 0o755);
  }
  return join(folder, 'ffmpeg');
}

test('npm install provides an ffmpeg that runs', { timeout: 60_000 }, async () => {
  const found = await findBundled({ cacheDir: folder });
  expect(found?.version).toBeGreaterThan(58_000);
});

test('uses the system ffmpeg only if it is newer', { timeout: 60_000 }, async () => {
  process.env.PATH = `${folder}${delimiter}${path}`;
  await createFakeTools('99. 3');
  expect(await findTools({ cacheDir: folder })).toMatchObject({ ffmpeg: 'ffmpeg', version: 99_003 });
  await createFakeTools('40. 3');
  expect(dirname((await findTools({ cacheDir: folder })).ffmpeg)).toContain('@ffmpeg-installer');
});

test('FFMPEG_PATH has the highest priority', { timeout: 60_000 }, async () => {
  const own = await createFakeTools('40. 3');
  expect(await findTools({ cacheDir: folder, ffmpegPath: own })).toMatchObject({
    ffmpeg: own,
    version: 40_003,
  });
});

test('fails if a configured path is not a program', { timeout: 60_000 }, async () => {
  const own = await createFakeTools('40. 3');
  const nowhere = join(folder, 'nowhere');
  await expect(findTools({ cacheDir: folder, ffmpegPath: nowhere })).rejects.toThrow(/^FFMPEG_PATH does not/);
  await expect(findTools({ cacheDir: folder, ffmpegPath: own, ffprobePath: nowhere })).rejects.toThrow(
    /^FFMPEG_PATH and FFPROBE_PATH do not/,
  );
});

test('sets a missing executable bit', async () => {
  const own = await createFakeTools('40. 3');
  await chmod(own, 0o644);
  expect(await executable(own, 'ffmpeg', join(folder, 'cache'))).toBe(own);
  expect((await stat(own)).mode & 0o111).not.toBe(0);
});
