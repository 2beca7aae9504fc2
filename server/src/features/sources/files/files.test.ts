import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock, until } from '../../../../test/harness.ts';
import { makeRecording } from '../../../../test/media.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const clock = createTestClock();
const parley = useParley({ clock, work: true });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = await newProject(ada);
});

const newProject = async (who: Account) => (await who.post('/v1/projects', { name: 'Study' })).body.data.id;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function create(body: object, who = ada, projectId = project) {
  return who.post(`/v1/projects/${projectId}/files`, body);
}

function send(url: string, bytes: Buffer, method = 'PUT', headers: Record<string, string> = {}) {
  return fetch(url, { method, body: new Uint8Array(bytes), headers });
}

function patch(url: string, bytes: Buffer, offset: number) {
  return send(url, bytes, 'PATCH', {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });
}

const ended = (fileId: string, who = ada) =>
  until(async () => {
    const { body } = await who.get(`/v1/files/${fileId}`);
    return ['ready', 'failed'].includes(body.data.status) && body.data;
  }, `file ${fileId} to be ready or failed`);

describe('an upload', () => {
  test('an upload by a single PUT becomes a ready file with the type, duration, thumbnail and waveform of its bytes', async () => {
    const bytes = await makeRecording('mp4');
    const created = await create({
      name: 'Talk.mp4',
      content_type: 'text/plain',
      size_bytes: bytes.length,
      checksum_sha256: sha256(bytes).toUpperCase(),
    });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      status: 'uploading',
      kind: 'other',
      source: 'upload',
      download_url: null,
    });
    expect(created.body.data.upload).toMatchObject({
      protocol: 'tus',
      received_bytes: 0,
      expires_at: new Date(clock.now().getTime() + 86_400_000).toISOString(),
    });
    expect((await send(created.body.data.upload.put_url, bytes)).status).toBe(200);
    const file = await ended(created.body.data.id);
    expect(file).toMatchObject({
      status: 'ready',
      kind: 'video',
      content_type: 'video/mp4',
      size_bytes: bytes.length,
      checksum_sha256: sha256(bytes),
      error: null,
      upload: null,
    });
    expect(file.duration_seconds).toBeCloseTo(4, 0);
    expect(Buffer.from(await (await fetch(file.thumbnail_url)).arrayBuffer()).subarray(0, 2)).toEqual(
      Buffer.of(0xff, 0xd8),
    );
    const waveform = (await (await fetch(file.waveform_url)).json()) as { peaks: number[] };
    expect(Math.max(...waveform.peaks)).toBeGreaterThan(0);
    // The upload is complete, so a second PUT returns 404.
    expect((await send(created.body.data.upload.put_url, bytes)).status).toBe(404);
    const { body } = await ada.get(`/v1/projects/${project}`);
    expect(body.data.file_count).toBeGreaterThan(0);
  });

  test('over tus continues where it was interrupted', async () => {
    const bytes = await makeRecording('wav', { seconds: 3 });
    const { body } = await create({
      name: 'Sound.wav',
      size_bytes: bytes.length,
      checksum_sha256: sha256(bytes),
    });
    const { url } = body.data.upload;
    const half = Math.floor(bytes.length / 2);
    expect((await patch(url, bytes.subarray(0, half), 0)).status).toBe(204);
    const visible = await ada.get(`/v1/files/${body.data.id}`);
    expect(visible.body.data).toMatchObject({ status: 'uploading', upload: { received_bytes: half, url } });

    const head = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    expect(Number(head.headers.get('upload-offset'))).toBe(half);
    expect((await patch(url, bytes.subarray(half), half)).status).toBe(204);
    const file = await ended(body.data.id);
    expect(file).toMatchObject({ status: 'ready', kind: 'audio', checksum_sha256: sha256(bytes) });
    expect(file.duration_seconds).toBeCloseTo(3, 1);
    // A client that missed the last response learns from HEAD that the upload is complete.
    const again = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    expect(again.status).toBe(200);
    expect(Number(again.headers.get('upload-offset'))).toBe(bytes.length);
    expect(again.headers.get('tus-resumable')).toBe('1.0.0');
  });

  test('an upload with a wrong size or checksum is refused with a message, and stores nothing', async () => {
    const bytes = randomBytes(5000);
    const wrong = await create({ name: 'x.bin', size_bytes: 5000, checksum_sha256: sha256(randomBytes(3)) });
    const put = await send(wrong.body.data.upload.put_url, bytes);
    expect(put.status).toBe(422);
    expect(((await put.json()) as { error: { details: object[] } }).error.details).toEqual([
      { field: 'body', message: expect.stringContaining('checksum') },
    ]);
    await patch(wrong.body.data.upload.url, bytes, 0);
    const file = await ended(wrong.body.data.id);
    expect(file).toMatchObject({
      status: 'failed',
      error: { code: 'checksum_mismatch' },
      download_url: null,
    });

    const longer = await create({ name: 'x.bin', size_bytes: 100 });
    expect((await send(longer.body.data.upload.put_url, bytes)).status).toBe(422);
    expect((await patch(longer.body.data.upload.url, bytes, 0)).status).toBeGreaterThanOrEqual(400);
    const shorter = await create({ name: 'x.bin', size_bytes: 9999 });
    expect((await send(shorter.body.data.upload.put_url, bytes)).status).toBe(422);
    expect((await ada.get(`/v1/files/${shorter.body.data.id}`)).body.data.status).toBe('uploading');
  });

  test('needs its own upload URL', async () => {
    const { body } = await create({ name: 'x.bin', size_bytes: 10 });
    const { url } = body.data.upload;
    for (const forged of [
      url.slice(0, -3),
      `${url}x`,
      url.replace('fil_', 'fil_0'),
      `${parley.url}/uploads/x`,
    ]) {
      expect((await send(forged, Buffer.alloc(10))).status).toBe(404);
    }
  });

  test('an upload without new bytes for 24 hours is removed, and its credit is refunded', async () => {
    const before = (await ada.get('/v1/usage')).body.data.credits.storage_bytes.used;
    const { body } = await create({ name: 'half.bin', size_bytes: 1_000_000 });
    await patch(body.data.upload.url, Buffer.alloc(10), 0);
    expect((await ada.get('/v1/usage')).body.data.credits.storage_bytes.used).toBe(before + 1_000_000);
    clock.advance(23 * 3_600_000);
    await patch(body.data.upload.url, Buffer.alloc(10), 10);
    clock.advance(23 * 3_600_000);
    await parley.sweep();
    expect((await ada.get(`/v1/files/${body.data.id}`)).status).toBe(200);
    clock.advance(2 * 3_600_000);
    expect((await patch(body.data.upload.url, Buffer.alloc(10), 20)).status).toBe(404);
    await parley.sweep();
    expect((await ada.get(`/v1/files/${body.data.id}`)).status).toBe(404);
    expect((await ada.get('/v1/usage')).body.data.credits.storage_bytes.used).toBeLessThanOrEqual(before);
  });

  test('whose last byte arrived just before a crash is completed', async () => {
    const { body } = await create({ name: 'note.txt', size_bytes: 5 });
    // The bytes are stored, and the process crashes before it updates the record.
    const folder = path.join(parley.config.dataDir, 'files', 'uploads');
    await writeFile(path.join(folder, body.data.id), 'Hello');
    expect((await ada.get(`/v1/files/${body.data.id}`)).body.data.status).toBe('uploading');
    await parley.sweep();
    expect(await ended(body.data.id)).toMatchObject({ status: 'ready', content_type: 'text/plain' });
  });
});

describe('multipart/form-data', () => {
  const form = (name: string, bytes: Buffer | string, fields: Record<string, string> = {}) => {
    const data = new FormData();
    data.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
    for (const [field, value] of Object.entries(fields)) data.append(field, value);
    return data;
  };

  test('creates a file from one part, with the fields in any order', async () => {
    const data = form('../../notes.md', '# Notes\n\nOne thought.', {
      metadata: '{"round":"2"}',
      recorded_at: '2026-01-02T03:04:05Z',
    });
    const created = await create(data);
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: 'notes.md',
      status: 'processing',
      metadata: { round: '2' },
      recorded_at: '2026-01-02T03:04:05.000Z',
    });
    expect(await ended(created.body.data.id)).toMatchObject({
      status: 'ready',
      kind: 'document',
      content_type: 'text/markdown',
    });
  });

  test('verifies multipart/form-data against its checksum, whether the field comes before or after the bytes', async () => {
    const words = 'Words with a checksum.';
    const right = sha256(Buffer.from(words));
    const before = (checksum: string) => {
      const data = new FormData();
      data.append('checksum_sha256', checksum);
      data.append('file', new Blob([words]), 'a.txt');
      return create(data);
    };
    const after = (checksum: string) => create(form('a.txt', words, { checksum_sha256: checksum }));
    for (const send of [before, after]) {
      const refused = await send('a'.repeat(64));
      expect(refused.status).toBe(422);
      expect(refused.body.error.details[0].field).toBe('checksum_sha256');
      const taken = await send(right.toUpperCase());
      expect([taken.status, taken.body.data.checksum_sha256]).toEqual([201, right]);
    }
    const unsaid = await create(form('a.txt', words));
    expect((await ended(unsaid.body.data.id)).checksum_sha256).toBe(right);
  });

  test('multipart/form-data with a repeated Idempotency-Key returns the stored response and removes the second copy of the bytes', async () => {
    const key = { 'idempotency-key': `form-${randomBytes(6).toString('hex')}` };
    const path = `/v1/projects/${project}/files`;
    const first = await ada.post(path, form('a.txt', 'once'), key);
    const second = await ada.post(path, form('a.txt', 'once'), key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    await ended(first.body.data.id);
    await parley.sweep();
    expect(await parley.checkStorage()).toMatchObject({ missing: [], orphans: [] });
  });

  test('refuses multipart/form-data with the wrong field if it does not contain exactly one file', async () => {
    const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
      answer.body.error.details.map(({ field }) => field);
    const none = new FormData();
    none.append('name', 'x');
    expect(fields(await create(none))).toEqual(['file']);
    const two = form('a.txt', 'a');
    two.append('file', new Blob(['b']), 'b.txt');
    expect(fields(await create(two))).toEqual(['file']);
    expect(fields(await create(form('a.txt', '')))).toEqual(['file']);
    expect(fields(await create(form('a.txt', 'a', { colour: 'red' })))).toEqual(['colour']);
    expect(fields(await create(form('a.txt', 'a', { metadata: '{' })))).toEqual(['metadata']);
    expect(fields(await create(form('a.txt', 'a', { checksum_sha256: 'a'.repeat(64) })))).toEqual([
      'checksum_sha256',
    ]);
    const broken = await fetch(`${parley.url}/v1/projects/${project}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect(broken.status).toBe(422);
    const cut = await fetch(`${parley.url}/v1/projects/${project}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'multipart/form-data; boundary=abc' },
      body: '--abc\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nbytes without an end',
    });
    expect(cut.status).toBe(422);
  });

  test('accepts multipart/form-data on no other route', async () => {
    const answer = await ada.post('/v1/projects', form('a.txt', 'a'));
    expect(answer.status).toBe(422);
  });
});

describe('a file by URL', () => {
  let origin: Server;
  let base: string;
  const bodies = new Map<string, Buffer>();
  beforeAll(async () => {
    bodies.set('/talk.wav', await makeRecording('wav', { seconds: 2 }));
    bodies.set('/empty', Buffer.alloc(0));
    origin = createServer((request, response) => {
      const body = bodies.get(request.url ?? '');
      if (!body) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-length': body.length, 'content-type': 'image/png' }).end(body);
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  });
  afterAll(() => void origin.close());

  test('downloads a file by URL in the background, and detects its type from its bytes', async () => {
    const created = await create({ url: `${base}/talk.wav` });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ status: 'processing', source: 'url', name: 'talk.wav' });
    const file = await ended(created.body.data.id);
    expect(file).toMatchObject({ status: 'ready', kind: 'audio', content_type: 'audio/wav' });
    expect(file.size_bytes).toBe(bodies.get('/talk.wav')?.length);
  });

  test('fails a file by URL with an error if it cannot be downloaded', async () => {
    const gone = await create({ url: `${base}/nothing` });
    expect(await ended(gone.body.data.id)).toMatchObject({
      status: 'failed',
      error: { code: 'http_status' },
    });
    const empty = await create({ url: `${base}/empty` });
    expect(await ended(empty.body.data.id)).toMatchObject({ status: 'failed' });
  });

  test('a file by URL with a private address, credentials or another scheme returns 422', async () => {
    for (const url of [
      'http://10.0.0.1/x',
      'http://169.254.169.254/',
      'ftp://a/b',
      'file:///etc/passwd',
      'http://u:p@a.b/',
      'x',
    ]) {
      const answer = await create({ url });
      expect(answer.status).toBe(422);
      expect(answer.body.error.details[0].field).toBe('url');
    }
  });
});

describe('a file from text', () => {
  test('returns a file from text as ready in the response', async () => {
    const { status, body } = await create({ name: 'Notes.txt', text: 'Ten participants, two of them new.' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      status: 'ready',
      kind: 'document',
      content_type: 'text/plain',
      source: 'text',
    });
    const file = (await ada.get(`/v1/files/${body.data.id}`)).body.data;
    expect(await (await fetch(file.download_url)).text()).toBe('Ten participants, two of them new.');
  });
});

describe('creation', () => {
  test('requires exactly one source, and names the wrong field', async () => {
    const fields = async (body: object) => {
      const answer = await create(body);
      expect(answer.status).toBe(422);
      return answer.body.error.details.map(({ field }: { field: string }) => field);
    };
    expect(await fields({ name: 'x' })).toEqual(['size_bytes']);
    expect(await fields({ name: 'x', text: 'a', url: 'https://example.com/' })).toEqual(['text']);
    expect(await fields({ text: 'a' })).toEqual(['name']);
    expect(await fields({ name: 'x', size_bytes: 0 })).toEqual(['size_bytes']);
    expect(await fields({ name: 'x', size_bytes: 1e15 })).toEqual(['size_bytes']);
    expect(await fields({ name: 'x\u0007', text: 'a' })).toEqual(['name']);
    expect(await fields({ name: 'x', text: 'a', tag_ids: ['tag_x'] })).toEqual(['tag_ids.0']);
    expect(await fields({ name: 'x', text: 'a', content_type: 'text/html' })).toEqual(['content_type']);
    expect(await fields({ name: 'x', size_bytes: 1, checksum_sha256: 'zz' })).toEqual(['checksum_sha256']);
  });

  test('spends storage credit, and returns an error when the credit of the plan is exceeded', async () => {
    const basic = await parley.account({ plan: 'basic' });
    const own = await newProject(basic);
    const gib = 1024 ** 3;
    expect((await create({ name: 'a', size_bytes: 6 * gib }, basic, own)).status).toBe(201);
    const refused = await create({ name: 'b', size_bytes: 6 * gib }, basic, own);
    expect(refused.status).toBe(402);
    expect(refused.body.error.code).toBe('quota_exceeded');
    const { used } = (await basic.get('/v1/usage')).body.data.credits.storage_bytes;
    expect(used).toBe(6 * gib);
  });
});
