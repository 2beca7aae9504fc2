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

  test('returns the signed request until the token expires', () => {
    expect(tokens.verify(token, now)).toEqual(request);
    expect(tokens.verify(token, new Date(request.expiresAt.getTime() - 1))).toEqual(request);
    expect(tokens.verify(token, request.expiresAt)).toBeUndefined();
  });

  test('creates a stable token that stays valid if there is no expiry', () => {
    const lasting = { ...request, expiresAt: null };
    expect(tokens.sign(lasting)).toBe(tokens.sign(lasting));
    expect(tokens.verify(tokens.sign(lasting), new Date('2999-01-01T00:00:00Z'))).toEqual(lasting);
  });

  test('rejects a token after any character changes', () => {
    for (let i = 0; i < token.length; i++) {
      // The last character of base64 text may have unused bits. The decoded bytes are compared.
      const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      const verified = tokens.verify(changed, now);
      if (verified) expect(verified).toEqual(request);
      if (i < token.length - 1) expect(verified).toBeUndefined();
    }
  });

  test.each(['', '.', 'a.b', 'a.b.c', '💥', 'x'.repeat(10_000)])(
    'rejects the invalid token %j without throwing',
    (invalid) => {
      expect(tokens.verify(invalid, now)).toBeUndefined();
    },
  );

  test('rejects a token signed with another secret, and refuses a short secret', () => {
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
])('parses the header Range: %s for a blob of ten bytes', (header, wanted) => {
  expect(parseRangeHeader(header, 10)).toEqual(wanted);
});

test('a file name cannot inject another header or parameter', () => {
  const header = contentDisposition('attachment', 'a"\r\nSet-Cookie: x=1; ../../ö\ud800.mp4');
  expect(header).not.toMatch(/[\r\n]/);
  expect(header.match(/"/g)).toHaveLength(2);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(contentDisposition('inline', '')).toContain('filename="file"');
});

describe('STORAGE_URL', () => {
  test('selects the data folder if it is unset, and another folder with file://', () => {
    expect(parseStorageUrl(undefined, '/data')).toEqual({ kind: 'disk', directory: '/data/files' });
    expect(parseStorageUrl('file:///mnt/blobs', '/data')).toEqual({ kind: 'disk', directory: '/mnt/blobs' });
  });

  test('uses path style for s3:// with a custom endpoint', () => {
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
  ])('refuses %s with a message that does not repeat the URL', (url) => {
    expect(() => parseStorageUrl(url, '/data')).toThrow(/^STORAGE_URL/);
  });
});
