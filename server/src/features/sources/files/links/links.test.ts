import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRclone, type S3Server, startS3Server } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../../test/harness.ts';
import { makeRecording } from '../../../../../test/media.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';

const rclone = findRclone();
const day = 86_400_000;

const kinds = rclone ? ['disk', 's3'] : ['disk'];
describe.each(kinds)('signed links on %s', (kind) => {
  const clock = createTestClock();
  let s3: S3Server | undefined;
  let folder: string;

  beforeAll(async () => {
    s3 = kind === 's3' ? await startS3Server(rclone ?? '') : undefined;
    folder = await mkdtemp(path.join(tmpdir(), 'parley-links-'));
  });
  afterAll(async () => {
    await s3?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const parley = useParley(() => ({ clock, env: { STORAGE_URL: s3?.storageUrl ?? `file://${folder}` } }));
  const ada = useAccount(parley);

  async function newFile(text = '0123456789') {
    const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
    const created = await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text });
    const { data } = (await ada.get(`/v1/files/${created.body.data.id}`)).body;
    return { project, id: data.id as string, url: data.download_url as string };
  }
  const read = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

  test('serves signed links by this server, and they stop working when their file is deleted', async () => {
    const { id, url } = await newFile();
    expect(url.startsWith(`${parley.url}/blobs/`)).toBe(true);
    expect(await (await read(url)).text()).toBe('0123456789');
    expect((await ada.delete(`/v1/files/${id}`)).status).toBe(200);
    expect((await read(url)).status).toBe(404);
  });

  test('stop working when their project is deleted, and work again when it is restored', async () => {
    const { project, url } = await newFile();
    await ada.delete(`/v1/projects/${project}`);
    expect((await read(url)).status).toBe(404);
    await ada.post(`/v1/projects/${project}/restore`);
    expect((await read(url)).status).toBe(200);
  });

  test('expire after an hour', async () => {
    const { url } = await newFile();
    clock.advance(3_600_000);
    expect((await read(url)).status).toBe(404);
  });

  test('signed links have a strong ETag and support If-None-Match, Range and If-Range', async () => {
    const { url } = await newFile();
    const tag = (await read(url)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[^"]+"$/);
    const unchanged = await read(url, { 'if-none-match': tag });
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await read(url, { 'if-none-match': '"other"' })).status).toBe(200);

    const part = await read(url, { range: 'bytes=2-4', 'if-range': tag });
    expect([part.status, await part.text(), part.headers.get('etag')]).toEqual([206, '234', tag]);
    for (const other of ['"other"', `W/${tag}`, new Date().toUTCString()]) {
      const whole = await read(url, { range: 'bytes=2-4', 'if-range': other });
      expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    }
    const another = await newFile();
    expect((await read(another.url)).headers.get('etag')).not.toBe(tag);
  });
});

describe('the thumbnail of a video', () => {
  const clock = createTestClock();
  const parley = useParley({ clock, work: true });
  const ada = useAccount(parley);

  test('the thumbnail of a video has the same URL in lists and in the GET of one file, until the file is deleted', async () => {
    const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id as string;
    const bytes = await makeRecording('mp4', { seconds: 1 });
    const { body } = await ada.post(`/v1/projects/${project}/files`, {
      name: 'a.mp4',
      size_bytes: bytes.length,
    });
    await fetch(body.data.upload.put_url, { method: 'PUT', body: new Uint8Array(bytes) });
    const file = await until(async () => {
      const { data } = (await ada.get(`/v1/files/${body.data.id}`)).body;
      return data.status === 'ready' && data;
    }, 'the file to be ready');
    const url = file.thumbnail_url as string;
    const inList = async () => (await ada.get(`/v1/projects/${project}/files`)).body.data[0];
    expect(await inList()).toMatchObject({ thumbnail_url: url, download_url: null, waveform_url: null });

    clock.advance(3 * day);
    expect((await inList()).thumbnail_url).toBe(url);
    expect((await ada.get(`/v1/files/${file.id}`)).body.data.thumbnail_url).toBe(url);
    const picture = await fetch(url);
    expect(picture.headers.get('cache-control')).toBe('private, max-age=86400');
    expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));

    // Any modified link returns 404.
    const [head, signature = ''] = url.split('.').slice(-2);
    const forged = url.replace(
      signature,
      signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    );
    expect(head).toBeTruthy();
    expect((await fetch(forged)).status).toBe(404);
    await ada.delete(`/v1/files/${file.id}`);
    expect((await fetch(url)).status).toBe(404);
  });
});
