import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractFiles } from '../fetch.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'model-fetch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('extracts a file of a package byte by byte, whatever is around it', async () => {
  const bytes = Buffer.alloc(300_001, 'speech');
  await mkdir(path.join(folder, 'package/deep'), { recursive: true });
  await writeFile(path.join(folder, 'package/first'), 'x'.repeat(512));
  await writeFile(path.join(folder, 'package/empty'), '');
  await writeFile(path.join(folder, 'package/deep/model.bin'), bytes);
  await writeFile(path.join(folder, 'package/last'), 'x');
  const archive = path.join(folder, 'model.tgz');
  execFileSync('tar', ['czf', archive, 'package'], { cwd: folder });
  const target = path.join(folder, 'model.bin');
  await extractFiles(archive, new Map([['deep/model.bin', target]]));
  expect((await readFile(target)).equals(bytes)).toBe(true);
  await expect(extractFiles(archive, new Map([['absent', target]]))).rejects.toThrow('absent');
  await writeFile(archive, (await readFile(archive)).subarray(0, 200));
  await expect(extractFiles(archive, new Map([['deep/model.bin', target]]))).rejects.toThrow();
});
