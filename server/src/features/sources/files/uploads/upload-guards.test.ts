import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { newId } from '../../../../foundation/ids.ts';
import { sql } from '../../../../platform/database/index.ts';

const clock = createTestClock();
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});

const create = (body: object) => ada.post(`/v1/projects/${project}/files`, { name: 'a.bin', ...body });
const announce = async (sizeBytes: number) => (await create({ size_bytes: sizeBytes })).body.data;
const uploadPath = (id: string) => path.join(parley.config.dataDir, 'files', 'uploads', id);
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

function patch(url: string, bytes: Buffer, offset = 0) {
  return fetch(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
}

function beginPut(url: string, length: number, bytes: Buffer) {
  const outgoing: ClientRequest = request(url, { method: 'PUT', headers: { 'content-length': length } });
  const status = once(outgoing, 'response').then(
    ([answer]) => answer.resume().statusCode as number,
    () => undefined,
  );
  outgoing.on('error', () => {});
  outgoing.write(bytes);
  return { outgoing, status };
}

test('an upload URL with a forged signature of the right length is refused', async () => {
  const { id, upload } = await announce(10);
  const signature = upload.url.split('-').slice(1).join('-');
  for (const at of [0, 20, signature.length - 1]) {
    const other = signature[at] === 'A' ? 'B' : 'A';
    const forged = upload.url.replace(
      signature,
      `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`,
    );
    expect(forged.length).toBe(upload.url.length);
    expect((await fetch(forged, { method: 'PUT', body: Buffer.alloc(10) })).status).toBe(404);
    expect((await patch(forged, Buffer.alloc(10))).status).toBe(404);
  }
  expect((await ada.get(`/v1/files/${id}`)).body.data).toMatchObject({
    status: 'uploading',
    upload: { received_bytes: 0 },
  });
});

test('the signature of one file is not valid for another file', async () => {
  const [one, two] = [await announce(10), await announce(10)];
  const mixed = one.upload.url.replace(one.id, two.id);
  expect((await fetch(mixed, { method: 'PUT', body: Buffer.alloc(10) })).status).toBe(404);
});

test('a viewer never receives an upload URL', async () => {
  const viewer = await parley.account({ workspace_id: ada.workspace_id, role: 'viewer' });
  const { id } = await announce(10);
  const seen = await viewer.get(`/v1/files/${id}`);
  expect(seen.status).toBe(200);
  expect(seen.body.data.upload).toBeNull();
  expect(seen.text).not.toContain('/uploads/');
  expect((await viewer.get(`/v1/projects/${project}/files`)).text).not.toContain('/uploads/');
});

test('sweeping an expired upload removes its record and bytes, and leaves recent uploads', async () => {
  const old = await announce(100);
  await patch(old.upload.url, Buffer.alloc(10));
  clock.advance(20 * 3_600_000);
  const young = await announce(100);
  await patch(young.upload.url, Buffer.alloc(10));
  clock.advance(5 * 3_600_000);
  await parley.sweep();
  expect((await ada.get(`/v1/files/${old.id}`)).status).toBe(404);
  expect(await exists(uploadPath(old.id))).toBe(false);
  expect(await exists(`${uploadPath(old.id)}.json`)).toBe(false);
  expect((await ada.get(`/v1/files/${young.id}`)).body.data.upload.received_bytes).toBe(10);
});

test('the sweep leaves an upload that is resumed after the list of expired uploads was read', async () => {
  const { id, upload } = await announce(100);
  await patch(upload.url, Buffer.alloc(10));
  clock.advance(25 * 3_600_000);
  let sweep: Promise<unknown> | undefined;
  await parley.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from files where id = ${id} for update`);
    sweep = parley.sweep();
    await until(async () => {
      const waiting = await parley.db.query(
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    }, 'the sweep to wait for the record');
    // The statement of a resumed upload.
    const expiresAt = new Date(clock.now().getTime() + 3_600_000);
    await tx.query(sql`update files set upload_expires_at = ${expiresAt} where id = ${id}`);
  });
  await sweep;
  expect((await ada.get(`/v1/files/${id}`)).body.data.upload.received_bytes).toBe(10);
  expect(await exists(uploadPath(id))).toBe(true);
  expect((await patch(upload.url, Buffer.alloc(90), 10)).status).toBe(204);
  expect((await ada.get(`/v1/files/${id}`)).body.data.status).not.toBe('uploading');
});

test('the sweep leaves recent bytes whose record may not be committed yet', async () => {
  await announce(10);
  const id = newId('file', Date.now());
  await writeFile(uploadPath(id), 'bytes');
  await parley.sweep();
  expect(await exists(uploadPath(id))).toBe(true);
});

test('a record never refers to deleted bytes', async () => {
  const { id, upload } = await announce(100);
  const put = beginPut(upload.put_url, 100, Buffer.alloc(99));
  const expected = async () =>
    (await parley.db.query(sql`select 1 from blob_deletions where prefix like ${`files/${id}/%`}`)).length;
  await until(expected, 'the upload to begin');
  // The upload took so long that its reservation expired and the bytes were deleted.
  await parley.db.query(sql`update blob_deletions set due_at = now()`);
  await parley.sweep();
  expect(await expected()).toBe(0);
  put.outgoing.end(Buffer.alloc(1));
  expect(await put.status).not.toBe(200);
  expect((await ada.get(`/v1/files/${id}`)).body.data).toMatchObject({
    status: 'uploading',
    download_url: null,
  });
  await parley.sweep();
  expect(await parley.checkStorage()).toMatchObject({ missing: [], orphans: [] });
  expect((await fetch(upload.put_url, { method: 'PUT', body: Buffer.alloc(100) })).status).toBe(200);
});

test('uploads and blobs are readable only by the operating system user of the server', async () => {
  const { id, upload } = await announce(10);
  await patch(upload.url, Buffer.alloc(5));
  expect(await modeOf(uploadPath(id))).toBe('600');
  expect(await modeOf(`${uploadPath(id)}.json`)).toBe('600');
  expect(await modeOf(path.dirname(uploadPath(id)))).toBe('700');
  await create({ name: 'a.txt', text: 'words' });
  for (const folder of ['blobs', 'partial'])
    expect(await modeOf(path.join(parley.config.dataDir, 'files', folder))).toBe('700');
});

describe('CORS for upload URLs', () => {
  const origin = { origin: 'https://other.example' };

  test('the preflight response allows the methods and headers of tus and of a single PUT', async () => {
    const { upload } = await announce(10);
    const answer = await fetch(upload.url, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,tus-resumable,upload-offset',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    for (const method of ['HEAD', 'PATCH', 'PUT'])
      expect(answer.headers.get('access-control-allow-methods')).toContain(method);
    for (const header of ['Content-Type', 'Tus-Resumable', 'Upload-Offset'])
      expect(answer.headers.get('access-control-allow-headers')).toContain(header);
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
  });

  test('every response is readable by other origins, including errors', async () => {
    const { upload } = await announce(10);
    const head = () =>
      fetch(upload.url, { method: 'HEAD', headers: { ...origin, 'tus-resumable': '1.0.0' } });
    const answers = [
      await head(),
      await patch(upload.url, Buffer.alloc(99)),
      await patch(upload.url, Buffer.alloc(5)),
      await fetch(upload.url, { method: 'PUT', headers: origin, body: Buffer.alloc(9) }),
      await fetch(upload.url, { method: 'PUT', headers: origin, body: Buffer.alloc(10) }),
      await fetch(`${upload.url}x`, { method: 'PUT', headers: origin, body: Buffer.alloc(10) }),
      await head(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 413, 204, 422, 200, 404, 200]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('Upload-Offset');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('no other URL is readable by other origins', async () => {
    const answer = await fetch(`${parley.url}/v1/me`, { headers: origin });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('transcribe on creation', () => {
  test('sets transcription_status to requested until the job is queued, for every source', async () => {
    const form = new FormData();
    form.append('file', new Blob(['words']), 'a.txt');
    form.append('transcribe', 'true');
    const answers = [
      await create({ size_bytes: 10, transcribe: true }),
      await create({ url: 'http://127.0.0.1:9/a.mp4', transcribe: { language: 'en' } }),
      await ada.post(`/v1/projects/${project}/files`, form),
    ];
    for (const { body } of answers) {
      expect(body.data).toMatchObject({ transcription_status: 'requested', transcription_job_id: null });
      expect((await ada.get(`/v1/files/${body.data.id}`)).body.data.transcription_status).toBe('requested');
    }
    const list = await ada.get(`/v1/projects/${project}/files?transcription_status=requested`);
    expect(list.body.data).toHaveLength(3);
    const text = await create({ name: 'a.txt', text: 'words', transcribe: true });
    expect(text.body.data).toMatchObject({
      transcription_status: 'queued',
      transcription_job_id: expect.stringMatching(/^job_/),
    });
    expect((await create({ size_bytes: 10, transcribe: false })).body.data.transcription_status).toBe('none');
  });
});
