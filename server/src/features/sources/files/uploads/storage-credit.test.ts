import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Account, until } from '../../../../../test/harness.ts';
import { useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;
let ada: Account;
let project: string;

const parley = useParley({ work: true });
beforeEach(async () => {
  ada = await parley.account({ plan: 'basic' });
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const used = async () => (await ada.get('/v1/usage')).body.data.credits.storage_bytes.used as number;
const announce = (body: object) => ada.post(`/v1/projects/${project}/files`, { name: 'a.bin', ...body });

/** Spends credit until only this many bytes remain. */
async function leave(bytes: number): Promise<void> {
  const { limit } = (await ada.get('/v1/usage')).body.data.credits.storage_bytes;
  expect((await announce({ size_bytes: limit - bytes })).status).toBe(201);
}

/** Bytes of incomplete PUT uploads and forms. */
async function partialFiles(): Promise<number[]> {
  const folder = path.join(parley.config.dataDir, 'files', 'partial');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(path.join(folder, name)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.filter((size) => size > 0);
}

function open(method: string, url: string, headers: Record<string, string>) {
  const outgoing: ClientRequest = request(url, { method, headers });
  const answered = once(outgoing, 'response').then(
    async ([answer]) => {
      const message = answer as IncomingMessage;
      const text = (await message.setEncoding('utf8').toArray()).join('');
      return { status: message.statusCode, body: JSON.parse(text) };
    },
    () => undefined,
  );
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  return { outgoing, answered };
}

type Opened = ReturnType<typeof open>;
const boundary = 'abc';
const formHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
const openForm = (headers: Record<string, string> = {}) =>
  open('POST', `${parley.url}/v1/projects/${project}/files`, {
    authorization: `Bearer ${ada.key}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    ...headers,
  });

test('parallel PUTs to one upload URL store its announced size once', async () => {
  const size = 2 * megabyte;
  const { put_url } = (await announce({ size_bytes: size })).body.data.upload;
  const puts = Array.from({ length: 6 }, () => open('PUT', put_url, { 'content-length': String(size) }));
  for (const { outgoing } of puts) outgoing.write(Buffer.alloc(size - 1));
  await until(async () => (await partialFiles()).includes(size - 1), 'one PUT to be almost complete');
  const seen: number[] = [];
  let ended = false;
  const watching = (async () => {
    while (!ended) seen.push((await partialFiles()).reduce((sum, bytes) => sum + bytes, 0));
  })();
  for (const { outgoing } of puts) outgoing.end(Buffer.alloc(1));
  const statuses = (await Promise.all(puts.map(({ answered }) => answered))).map((answer) => answer?.status);
  ended = true;
  await watching;
  expect(Math.max(...seen)).toBeLessThanOrEqual(size);
  expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404]);
});

test('a PUT replaces the bytes received over tus, so both together never exceed the announced size', async () => {
  const { id, upload } = (await announce({ size_bytes: 100 })).body.data;
  const sent = await fetch(upload.url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.alloc(99),
  });
  expect(sent.status).toBe(204);
  const put = open('PUT', upload.put_url, { 'content-length': '100' });
  put.outgoing.write(Buffer.alloc(50));
  const stored = path.join(parley.config.dataDir, 'files', 'uploads', id);
  // The server removes the file and creates it again.
  const storedBytes = () =>
    stat(stored).then(
      ({ size }) => size,
      () => undefined,
    );
  await until(async () => (await storedBytes()) === 0, 'the bytes of tus to be removed');
  put.outgoing.end(Buffer.alloc(50));
  expect((await put.answered)?.status).toBe(200);
});

test('an aborted PUT leaves no bytes, and the upload can be sent again', async () => {
  const { put_url } = (await announce({ size_bytes: megabyte })).body.data.upload;
  const put = open('PUT', put_url, { 'content-length': String(megabyte) });
  put.outgoing.write(Buffer.alloc(megabyte / 2));
  await until(async () => (await partialFiles()).length === 1, 'the first half to arrive');
  put.outgoing.destroy();
  await until(async () => (await partialFiles()).length === 0, 'the bytes to be removed');
  expect((await fetch(put_url, { method: 'PUT', body: Buffer.alloc(megabyte) })).status).toBe(200);
});

test('a form that announces more than the remaining credit is refused before its first byte', async () => {
  await leave(megabyte);
  const form = openForm({ 'content-length': String(gigabyte) });
  form.outgoing.write(formHead);
  expect(await form.answered).toMatchObject({ status: 402, body: { error: { code: 'quota_exceeded' } } });
  form.outgoing.destroy();
});

test('a form without Content-Length is aborted when its bytes exceed the remaining credit', async () => {
  await leave(20 * megabyte);
  const before = await used();
  const form = openForm({ 'transfer-encoding': 'chunked' });
  form.outgoing.write(formHead);
  // The body never ends, so the server must respond before it is complete.
  for (let i = 0; i < 30; i++) form.outgoing.write(Buffer.alloc(megabyte));
  expect(await form.answered).toMatchObject({ status: 402, body: { error: { code: 'quota_exceeded' } } });
  form.outgoing.destroy();
  await until(async () => (await used()) === before, 'the held credit to be given back');
  expect(await partialFiles()).toEqual([]);
});

test('parallel forms together store no more than the remaining credit', async () => {
  await leave(20 * megabyte);
  const before = await used();
  const [first, second] = [1, 2].map(() => openForm({ 'transfer-encoding': 'chunked' })) as [Opened, Opened];
  first.outgoing.write(formHead);
  for (let i = 0; i < 12; i++) first.outgoing.write(Buffer.alloc(megabyte));
  await until(async () => (await used()) >= before + 12 * megabyte, 'the first form to hold its credit');
  second.outgoing.write(formHead);
  for (let i = 0; i < 9; i++) second.outgoing.write(Buffer.alloc(megabyte));
  expect((await second.answered)?.status).toBe(402);
  second.outgoing.destroy();
  first.outgoing.end(`\r\n--${boundary}--\r\n`);
  expect((await first.answered)?.status).toBe(201);
  await until(async () => (await used()) === before + 12 * megabyte, 'only the stored bytes to be charged');
});

test('a form that fits exactly is accepted, and the credit of an aborted form is refunded', async () => {
  await leave(5 * megabyte);
  const before = await used();
  const aborted = openForm({ 'transfer-encoding': 'chunked' });
  aborted.outgoing.write(formHead);
  for (let i = 0; i < 4; i++) aborted.outgoing.write(Buffer.alloc(megabyte));
  await until(async () => (await used()) > before, 'credit to be held while bytes arrive');
  aborted.outgoing.destroy();
  await until(async () => (await used()) === before, 'the held credit to be given back');
  expect(await partialFiles()).toEqual([]);
  const data = new FormData();
  data.append('file', new Blob([Buffer.alloc(5 * megabyte)]), 'a.bin');
  expect((await ada.post(`/v1/projects/${project}/files`, data)).status).toBe(201);
  expect(await used()).toBe(before + 5 * megabyte);
});

test('a text that exceeds the remaining credit stores nothing', async () => {
  await leave(10);
  const answer = await ada.post(`/v1/projects/${project}/files`, { name: 'a.txt', text: 'a'.repeat(11) });
  expect(answer.status).toBe(402);
  expect(await parley.checkStorage()).toMatchObject({ orphans: [] });
  const expected = await parley.db.query(sql`select 1 from blob_deletions`);
  expect(expected).toEqual([]);
});

test('a download by URL stops when its bytes exceed the remaining credit', async () => {
  await leave(megabyte);
  let sent = 0;
  const origin: Server = createServer((_request, response) => {
    const more = () => {
      while (!response.destroyed && sent < 200 * megabyte) {
        sent += megabyte;
        if (!response.write(Buffer.alloc(megabyte))) return void response.once('drain', more);
      }
    };
    more();
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const { port } = origin.address() as AddressInfo;
  const created = await ada.post(`/v1/projects/${project}/files`, { url: `http://127.0.0.1:${port}/a` });
  const file = await until(async () => {
    const { body } = await ada.get(`/v1/files/${created.body.data.id}`);
    return body.data.status === 'failed' && body.data;
  }, 'the file to fail');
  expect(file.error.code).toBe('quota_exceeded');
  expect(sent).toBeLessThan(200 * megabyte);
  origin.closeAllConnections();
  origin.close();
});
