import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findRclone, startS3Server } from '@parley/testing';
import { expect, test } from 'vitest';
import { openStorage, parseStorageUrl } from './open-storage.ts';
import { createReadTokens } from './read-tokens.ts';
import type { Storage } from './storage.ts';

const megabyte = 1024 * 1024;
// 300 by default. STREAM_TEST_MEGABYTES=5120 tests a blob of 5 GB.
const totalMegabytes = Number(process.env.STREAM_TEST_MEGABYTES ?? 300);
const deps = {
  tokens: createReadTokens('a secret for this test only'),
  readUrlBase: '/',
};
const timeout = 120_000 + totalMegabytes * 300;
const rclone = findRclone();

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use after a garbage collection. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function peakOf(storage: Storage): Promise<number> {
  const before = usedBytes();
  let peak = 0;
  const measure = (megabytes: number) => {
    if (megabytes % 16 === 0) peak = Math.max(peak, usedBytes() - before);
  };
  async function* generated() {
    for (let i = 0; i < totalMegabytes; i++) {
      measure(i);
      yield Buffer.alloc(megabyte, i);
    }
  }
  const blob = await storage.put(
    'files/fil_large/original',
    Readable.from(generated(), { objectMode: false }),
  );
  expect(blob.size_bytes).toBe(totalMegabytes * megabyte);
  const { stream } = await storage.read('files/fil_large/original');
  let read = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const before = Math.floor(read / megabyte);
    read += chunk.length;
    if (Math.floor(read / megabyte) !== before) measure(before);
  }
  expect(read).toBe(totalMegabytes * megabyte);
  return peak;
}

test('streams a large blob through disk storage with less than 64 MB of memory', { timeout }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-memory-'));
  try {
    const { storage } = await openStorage(parseStorageUrl(undefined, directory), deps);
    expect(await peakOf(storage)).toBeLessThan(64 * megabyte);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test.skipIf(!rclone)(
  'streams a large blob through S3 with less than 64 MB of memory',
  { timeout },
  async () => {
    const server = await startS3Server(rclone ?? '');
    try {
      const { storage } = await openStorage(parseStorageUrl(server.storageUrl, '/nowhere'), deps);
      expect(await peakOf(storage)).toBeLessThan(64 * megabyte);
    } finally {
      await server.stop();
    }
  },
);
