import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { findRclone, startS3Server } from '@parley/testing';
import { expect, test } from 'vitest';
import { createReadTokens } from './read-tokens.ts';
import { openS3Storage } from './s3.ts';
import { createS3Client } from './s3-client.ts';
import { parseS3Url } from './s3-config.ts';

const rclone = findRclone();
const deps = { tokens: createReadTokens('a secret for this test only'), readUrlBase: '/' };

test.skipIf(!rclone)('moves a blob that is too large for one copy request', { timeout: 60_000 }, async () => {
  const server = await startS3Server(rclone ?? '');
  try {
    const storage = openS3Storage(parseS3Url(server.storageUrl), { ...deps, maxCopyBytes: 1024 });
    const bytes = randomBytes(12 * 1024 * 1024 + 1);
    await storage.put('from', Readable.from([bytes]));
    await storage.move('from', 'to');
    expect((await buffer((await storage.read('to')).stream)).equals(bytes)).toBe(true);
    expect(await storage.find('from')).toBeUndefined();
  } finally {
    await server.stop();
  }
});

test.skipIf(!rclone)(
  'aborts the multipart uploads that a crash left behind',
  { timeout: 60_000 },
  async () => {
    const server = await startS3Server(rclone ?? '');
    try {
      const config = parseS3Url(server.storageUrl);
      const storage = openS3Storage(config, deps);
      await createS3Client(config).send(
        new CreateMultipartUploadCommand({ Bucket: config.bucket, Key: 'left' }),
      );
      expect(await storage.sweepIncomplete(new Date(Date.now() - 3_600_000))).toBe(0);
      expect(await storage.sweepIncomplete(new Date(Date.now() + 60_000))).toBe(1);
      expect(await storage.sweepIncomplete(new Date(Date.now() + 60_000))).toBe(0);
    } finally {
      await server.stop();
    }
  },
);
