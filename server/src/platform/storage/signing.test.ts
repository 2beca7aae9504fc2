import { describe, expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';
import { parseStorageUrl } from './open-storage.ts';
import { parseRangeHeader } from './ranges.ts';
import { createReadTokens } from './read-tokens.ts';
import type { SignRequest } from './storage.ts';

const now = new Date('2030-01-01T00:00:00Z');
const request = {
  key: 'files/fil_1/original',
  expiresAt: new Date('2030-01-01T00:05:00Z'),
  filename: 'Interview – 1.mp4',
  contentType: 'video/mp4',
  disposition: 'inline',
} satisfies SignRequest;

describe('read tokens', () => {
  const tokens = createReadTokens('one secret of enough length');
  const token = tokens.sign(request);

  test('a token gives back exactly what was signed, until it expires', () => {
    expect(tokens.verify(token, now)).toEqual(request);
    expect(tokens.verify(token, new Date(request.expiresAt.getTime() - 1))).toEqual(request);
    expect(tokens.verify(token, request.expiresAt)).toBeUndefined();
  });

  test('a token without an expiry is always the same and stays valid', () => {
    const lasting = { ...request, expiresAt: null };
    expect(tokens.sign(lasting)).toBe(tokens.sign(lasting));
    expect(tokens.verify(tokens.sign(lasting), new Date('2999-01-01T00:00:00Z'))).toEqual(lasting);
  });

  test('no changed character is accepted', () => {
    for (let i = 0; i < token.length; i++) {
      // The last character of a base64 text may carry unused bits; the bytes behind it are what is compared.
      const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      const verified = tokens.verify(changed, now);
      if (verified) expect(verified).toEqual(request);
      if (i < token.length - 1) expect(verified).toBeUndefined();
    }
  });

  test.each(['', '.', 'a.b', 'a.b.c', '💥', 'x'.repeat(10_000)])(
    'nonsense %j is refused quietly',
    (nonsense) => {
      expect(tokens.verify(nonsense, now)).toBeUndefined();
    },
  );

  test('another secret signs nothing for us, and a short one is refused', () => {
    expect(createReadTokens('another secret of length').verify(token, now)).toBeUndefined();
    expect(() => createReadTokens('short')).toThrow();
  });
});

test.each([
  [undefined, undefined],
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['items=0-1', undefined],
  ['bytes=99999999999999999999-', undefined],
])('the header Range: %s of ten bytes', (header, wanted) => {
  expect(parseRangeHeader(header, 10)).toEqual(wanted);
});

test('a file name can not leave its header', () => {
  const header = contentDisposition('attachment', 'a"\r\nSet-Cookie: x=1; ../../ö\ud800.mp4');
  expect(header).not.toMatch(/[\r\n]/);
  expect(header.match(/"/g)).toHaveLength(2);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(contentDisposition('inline', '')).toContain('filename="file"');
});

describe('STORAGE_URL', () => {
  test('absent is the data folder; file:// another', () => {
    expect(parseStorageUrl(undefined, '/data')).toEqual({ kind: 'disk', directory: '/data/files' });
    expect(parseStorageUrl('file:///mnt/blobs', '/data')).toEqual({ kind: 'disk', directory: '/mnt/blobs' });
  });

  test('s3:// with its own endpoint uses path style', () => {
    const url = 's3://k:s%2Fx@bucket/some/prefix?endpoint=http%3A%2F%2Fminio%3A9000&region=eu-west-1';
    expect(parseStorageUrl(url, '/data')).toMatchObject({
      bucket: 'bucket',
      prefix: 'some/prefix/',
      region: 'eu-west-1',
      endpoint: 'http://minio:9000',
      pathStyle: true,
      credentials: { accessKeyId: 'k', secretAccessKey: 's/x' },
    });
    expect(parseStorageUrl('s3://bucket', '/data')).toMatchObject({ prefix: '', pathStyle: false });
  });

  test.each([
    's3://',
    's3://UPPER_case!',
    's3://k@bucket',
    's3://bucket?endpoint=minio',
    'ftp://x',
    's3://b/../x?',
    's3://bucket/a b',
    'file://server/share',
  ])('%s is refused with a sentence that repeats no secret', (url) => {
    expect(() => parseStorageUrl(url, '/data')).toThrow(/^STORAGE_URL/);
  });
});
