import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';

const parley = useParley();
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function announce(sizeBytes: number): Promise<{ id: string; url: string }> {
  const { body } = await ada.post(`/v1/projects/${project}/files`, { name: 'a.bin', size_bytes: sizeBytes });
  return { id: body.data.id, url: body.data.upload.url };
}

const offsetOf = async (url: string) =>
  Number(
    (await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).headers.get(
      'upload-offset',
    ),
  );

/** A request with a chunked body, which has no Content-Length. */
async function sendChunks(url: string, method: string, chunks: string[], end = '0\r\n\r\n'): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `${method} ${pathname} HTTP/1.1\r\nHost: a\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
      'Content-Type: application/offset+octet-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
  );
  for (const chunk of chunks) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  socket.write(end);
  await once(socket, 'close');
  return answer;
}

test('returns 413 for a chunked PATCH that sends more bytes than announced, and the server keeps working', async () => {
  const { id, url } = await announce(10);
  expect(await sendChunks(url, 'PATCH', ['a'.repeat(11)])).toMatch(/^HTTP\/1\.1 413 /);
  expect((await ada.get(`/v1/files/${id}`)).body.data).toMatchObject({ status: 'uploading' });
  expect(await offsetOf(url)).toBeLessThanOrEqual(10);
});

test('stores the chunks before the one that exceeds the announced size', async () => {
  const { url } = await announce(200_000);
  const chunk = 'a'.repeat(90_000);
  expect(await sendChunks(url, 'PATCH', [chunk, chunk, chunk])).toMatch(/^HTTP\/1\.1 413 /);
  const offset = await offsetOf(url);
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThanOrEqual(200_000);
});

test('never completes a file with the first bytes of a body that is too long', async () => {
  const { id, url } = await announce(10);
  expect(await sendChunks(url, 'PATCH', ['0123456789', 'abcde'])).toMatch(/^HTTP\/1\.1 413 /);
  expect(await offsetOf(url)).toBe(0);
  expect(await sendChunks(url, 'PATCH', ['abcde', 'fghij'])).toMatch(/^HTTP\/1\.1 204 /);
  expect((await ada.get(`/v1/files/${id}`)).body.data).toMatchObject({ status: 'processing' });
});

test('returns 422 for a chunked PUT that sends more or fewer bytes than announced', async () => {
  const { url } = await announce(10);
  expect(await sendChunks(url, 'PUT', ['a'.repeat(11)])).toMatch(/^HTTP\/1\.1 422 /);
  expect(await sendChunks(url, 'PUT', ['a'.repeat(9)])).toMatch(/^HTTP\/1\.1 422 /);
  expect(await sendChunks(url, 'PUT', ['a'.repeat(10)])).toMatch(/^HTTP\/1\.1 200 /);
});
