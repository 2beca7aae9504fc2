import { once } from 'node:events';
import { connect } from 'node:net';
import type { ParleyProcess } from '@parley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
let server: ParleyProcess;
let projectId: string;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
  server = await fixture.start('all');
  projectId = ((await call('POST', '/v1/projects', { name: 'Uploads' })) as { id: string }).id;
});
afterAll(() => fixture.close());

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${fixture.account.key}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
  return ((await response.json()) as { data: unknown }).data;
}

async function announce(): Promise<string> {
  const file = await call('POST', `/v1/projects/${projectId}/files`, { name: 'a.bin', size_bytes: 10 });
  return new URL((file as { upload: { url: string } }).upload.url).pathname;
}

/** Sends these bytes and closes the connection, or waits until the server does. */
async function attack(bytes: string, { abort = false } = {}): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes, resolve));
  if (abort) socket.resetAndDestroy();
  else socket.end();
  await once(socket, 'close');
  return answer;
}

const head = (method: string, path: string, headers: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: a',
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    ...headers,
    '\r\n',
  ].join('\r\n');
const chunked = ['Transfer-Encoding: chunked', 'Connection: close'];
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const last = '0\r\n\r\n';

const bodies: { name: string; headers: string[]; body: string; abort?: boolean }[] = [
  { name: 'too many bytes in one chunk', headers: chunked, body: chunk('a'.repeat(11)) + last },
  {
    name: 'too many bytes in many chunks',
    headers: chunked,
    body: chunk('abc').repeat(100) + last,
  },
  { name: 'far too many bytes', headers: chunked, body: chunk('a'.repeat(300_000)) + last },
  { name: 'too many bytes, then an abort', headers: chunked, body: chunk('a'.repeat(11)), abort: true },
  { name: 'too many bytes without an end', headers: chunked, body: chunk('a'.repeat(11)) },
  { name: 'too few bytes', headers: chunked, body: chunk('abc') + last },
  { name: 'fewer bytes than the Content-Length', headers: ['Content-Length: 10'], body: 'abc' },
  { name: 'an abort midway', headers: ['Content-Length: 10'], body: 'abc', abort: true },
  { name: 'more bytes than the Content-Length', headers: ['Content-Length: 10'], body: 'a'.repeat(50) },
  { name: 'a Content-Length over the announced size', headers: ['Content-Length: 11'], body: 'a'.repeat(11) },
  { name: 'a chunk size that is no number', headers: chunked, body: 'zz\r\nabc\r\n' },
  { name: 'a chunk size that is too large', headers: chunked, body: 'ffffffffffffffffff\r\nabc\r\n' },
  { name: 'a chunk that is longer than its size', headers: chunked, body: '2\r\nabcdef\r\n0\r\n\r\n' },
  { name: 'a negative chunk size', headers: chunked, body: '-5\r\nabcde\r\n' },
  { name: 'chunks that stop midway', headers: chunked, body: 'a\r\nabc', abort: true },
  { name: 'both lengths', headers: [...chunked, 'Content-Length: 5'], body: chunk('a'.repeat(11)) + last },
];

test.each(['PATCH', 'PUT'])('the process survives every malformed upload by %s', async (method) => {
  for (const { name, headers, body, abort } of bodies) {
    const path = await announce();
    const answer = await attack(head(method, path, headers) + body, { abort });
    expect.soft(answer, name).not.toMatch(/^HTTP\/1\.1 5/);
    const { status } = await fetch(`${server.url}/healthz`);
    expect(status, `after ${name}: ${server.stderr()}`).toBe(200);
  }
  logResult('uploads', { method, attacks: bodies.length });
});

test('the process survives malformed uploads that arrive all at once', async () => {
  const paths = await Promise.all(bodies.map(announce));
  await Promise.all(
    bodies.flatMap(({ headers, body, abort }, i) =>
      ['PATCH', 'PUT', 'PATCH'].map((method) =>
        attack(head(method, paths[i] as string, headers) + body, { abort }),
      ),
    ),
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.stderr()).not.toMatch(/uncaught|Unhandled|"level":60/i);
});
