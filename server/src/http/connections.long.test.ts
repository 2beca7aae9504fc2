import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, startParley, type TestParley, until } from '../../test/harness.ts';

let parley: TestParley;
let ada: Account;
let project: string;
const cap = 12;

beforeAll(async () => {
  parley = await startParley({
    env: {
      BODY_TIMEOUT_SECONDS: '1',
      UPLOAD_STALL_SECONDS: '1',
      UPLOAD_MIN_BYTES_PER_SECOND: '1000',
      MAX_CONNECTIONS_PER_ADDRESS: String(cap),
    },
  });
  ada = await parley.account();
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
afterAll(() => parley.stop());

interface Client {
  socket: Socket;
  closed: Promise<unknown>;
  received(): string;
  /** Sends a byte every 100 ms until the server closes the connection. */
  trickle(): void;
}

async function open(head: string[], body = ''): Promise<Client> {
  const { hostname, port } = new URL(parley.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  if (head.length > 0) socket.write(`${[...head, 'Host: a'].join('\r\n')}\r\n\r\n${body}`);
  return {
    socket,
    closed,
    received: () => text,
    trickle() {
      const timer = setInterval(() => socket.write('1\r\na\r\n'), 100);
      socket.once('close', () => clearInterval(timer));
    },
  };
}

const chunked = 'Transfer-Encoding: chunked';
const json = 'Content-Type: application/json';
const key = () => `Authorization: Bearer ${ada.key}`;

async function announce() {
  const { body } = await ada.post(`/v1/projects/${project}/files`, { name: 'a.bin', size_bytes: 100_000 });
  return { id: body.data.id as string, path: new URL(body.data.upload.url).pathname };
}

test('a JSON body that arrives too slowly gets 422, and its connection is closed', async () => {
  const client = await open(['POST /v1/projects HTTP/1.1', json, key(), chunked], '1\r\n{\r\n');
  client.trickle();
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 422 /);
  expect(client.received()).toContain('The body arrived too slowly.');
});

test('the connection is closed if a JSON body arrives too slowly at a route without authentication', async () => {
  const client = await open(['POST /app/sign-in HTTP/1.1', json, chunked], '1\r\n{\r\n');
  client.trickle();
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('a request that is refused before its body arrived gets its response at once, and its connection is closed', async () => {
  const client = await open(['POST /v1/projects HTTP/1.1', json, 'Content-Length: 1000000'], '{');
  const sentAt = performance.now();
  await until(() => client.received().includes('unauthorized'), 'the answer');
  expect(performance.now() - sentAt).toBeLessThan(3_000);
  expect(client.received()).toMatch(/^HTTP\/1\.1 401 /);
  expect(client.received().toLowerCase()).toContain('connection: close');
  client.trickle();
  await client.closed;
});

test('the connection stays open after a refused request whose small body has arrived', async () => {
  const client = await open(['POST /v1/projects HTTP/1.1', json, 'Content-Length: 2'], '{}');
  await until(() => client.received().includes('unauthorized'), 'the answer');
  expect(client.received().toLowerCase()).not.toContain('connection: close');
  client.socket.destroy();
});

test('a tus upload below the minimum speed is ended, and the bytes that arrived are stored', async () => {
  const { id, path } = await announce();
  const client = await open(
    [
      `PATCH ${path} HTTP/1.1`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      chunked,
    ],
    `bb8\r\n${'a'.repeat(3000)}\r\n`,
  );
  client.trickle();
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 204 /);
  const { received_bytes } = (await ada.get(`/v1/files/${id}`)).body.data.upload;
  expect(received_bytes).toBeGreaterThanOrEqual(3000);
});

test('a PUT or a form below the minimum speed gets 422 and stores no bytes', async () => {
  const { path: url } = await announce();
  const put = await open([`PUT ${url} HTTP/1.1`, chunked, 'Content-Type: video/mp4'], '3\r\nabc\r\n');
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n';
  const form = await open(
    [
      `POST /v1/projects/${project}/files HTTP/1.1`,
      key(),
      chunked,
      'Content-Type: multipart/form-data; boundary=x',
    ],
    `${part.length.toString(16)}\r\n${part}\r\n`,
  );
  for (const client of [put, form]) client.trickle();
  for (const client of [put, form]) {
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 422 /);
  }
  const partial = path.join(parley.config.dataDir, 'files', 'partial');
  await until(async () => (await readdir(partial)).length === 0, 'the bytes to be removed');
});

test('an upload that is slow but above the minimum speed is not ended', async () => {
  const { path } = await announce();
  const client = await open(
    [`PUT ${path} HTTP/1.1`, 'Content-Length: 100000', 'Content-Type: video/mp4', 'Connection: close'],
    '',
  );
  // Three seconds, which is longer than the window in which the speed is measured.
  for (let sent = 0; sent < 100_000; sent += 2_500) {
    client.socket.write('a'.repeat(2_500));
    await new Promise((resolve) => setTimeout(resolve, 75));
  }
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 /);
});

test('connections over the cap of one address are closed, and others are accepted once some have ended', async () => {
  const clients: Client[] = [];
  for (let i = 0; i < cap + 5; i++) clients.push(await open([]));
  const over = clients.slice(cap);
  await Promise.all(over.map(({ closed }) => closed));
  for (const { socket } of clients) socket.destroy();
  await until(async () => (await fetch(`${parley.url}/healthz`).catch(() => undefined))?.ok, 'a free place');
});

test('behind a trusted proxy the cap does not apply', async () => {
  const proxied = await startParley({
    env: { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: 'true' },
    sameDatabaseAs: parley,
  });
  const { hostname, port } = new URL(proxied.url);
  const sockets: Socket[] = [];
  for (let i = 0; i < 3; i++) {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
  }
  for (const socket of sockets) socket.destroy();
  await proxied.stop();
});
