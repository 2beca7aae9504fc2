import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChunkWriter } from './chunk-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-chunks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ownBuffer = (text: string) => Buffer.from(new Uint8Array(Buffer.from(text)).buffer);

test('writes owned chunks and frees their memory, but not the memory behind a slice', async () => {
  const words = Array.from({ length: 200 }, (_, i) => `chunk ${i} `.repeat(3_000));
  const chunks = words.map(ownBuffer);
  const whole = ownBuffer('xx a slice xx');
  const slice = whole.subarray(2, 11);
  const file = join(folder, 'owned');
  await pipeline([...chunks, slice], await createChunkWriter(file, { ownsChunks: true }));
  expect((await readFile(file, 'utf8')) === `${words.join('')} a slice `).toBe(true);
  expect(chunks.every((chunk) => chunk.length === 0)).toBe(true);
  expect(whole.toString()).toBe('xx a slice xx');
});

test('continues an existing file at any offset', async () => {
  const file = join(folder, 'continued');
  await pipeline([ownBuffer('0123456789')], await createChunkWriter(file, { ownsChunks: true }));
  const more = ['ab', 'c', 'defgh'.repeat(5_000)];
  await pipeline(more.map(ownBuffer), await createChunkWriter(file, { ownsChunks: true, from: 8 }));
  expect((await readFile(file, 'utf8')) === `01234567${more.join('')}`).toBe(true);
  await expect(createChunkWriter(join(folder, 'none'), { ownsChunks: true, from: 0 })).rejects.toThrow(
    'ENOENT',
  );
});

test('does not change chunks that it does not own', async () => {
  const chunk = ownBuffer('words');
  await pipeline([chunk, chunk], await createChunkWriter(join(folder, 'borrowed'), { ownsChunks: false }));
  expect(chunk.toString()).toBe('words');
  expect(await readFile(join(folder, 'borrowed'), 'utf8')).toBe('wordswords');
});

test('does not overwrite an existing file', async () => {
  await expect(createChunkWriter(join(folder, 'borrowed'), { ownsChunks: true })).rejects.toThrow('EEXIST');
});
