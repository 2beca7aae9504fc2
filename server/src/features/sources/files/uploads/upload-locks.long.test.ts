import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startChildServer } from '../../../../../test/child-server.ts';
import { until } from '../../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../../test/use-parley.ts';
import { sql } from '../../../../platform/database/index.ts';

/** Three nodes on one database and one storage. The third is a separate process, which tests stop and kill. */
let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-locks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const one = useParley(() => ({ env: { STORAGE_URL: `file://${folder}` } }));
const two = useParley(() => ({ env: { STORAGE_URL: `file://${folder}` }, sameDatabaseAs: one }));
const ada = useAccount(one);
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Uploads' })).body.data.id;
});

/** Each child process ends with its test, even if the test fails. SIGKILL also ends a stopped process. */
const children: ParleyProcess[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop('SIGKILL')));
});
async function startThird(): Promise<ParleyProcess> {
  const child = await startChildServer(one.connection, {
    STORAGE_URL: `file://${folder}`,
    DATA_DIR: path.join(folder, 'third'),
    ROLE: 'api',
    RATE_LIMIT_SELF_HOSTED: '0',
  });
  children.push(child);
  return child;
}

const megabyte = 1024 * 1024;
const tus = { 'tus-resumable': '1.0.0' };
const patchHeaders = (offset: number) => ({
  ...tus,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
});

async function newUpload(sizeBytes: number) {
  const { body } = await ada.post(`/v1/projects/${project}/files`, { name: 'a.bin', size_bytes: sizeBytes });
  const { id, upload } = body.data;
  const stored = path.join(folder, 'uploads', id);
  return {
    id: id as string,
    at: (node: { url: string }) => node.url + new URL(upload.url).pathname,
    size: async () => (await stat(stored)).size,
    bytes: () => readFile(stored),
  };
}

const patch = (url: string, offset: number, body: Buffer) =>
  fetch(url, { method: 'PATCH', headers: patchHeaders(offset), body: new Uint8Array(body) });
const head = (url: string) => fetch(url, { method: 'HEAD', headers: tus });
const offsetOf = (answer: Response) => Number(answer.headers.get('upload-offset'));

/** A PATCH that announces `length` bytes and has sent `bytes` of them. */
function beginPatch(url: string, length: number, bytes: Buffer) {
  const outgoing: ClientRequest = request(url, {
    method: 'PATCH',
    headers: { ...patchHeaders(0), 'content-length': String(length) },
  });
  const answered = once(outgoing, 'response').then(
    ([answer]) => (answer as IncomingMessage).resume(),
    () => undefined,
  );
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  if (bytes.length > 0) outgoing.write(bytes);
  return { outgoing, answered };
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];

test('accepts exactly one of many concurrent writes at one offset on several nodes, and its bytes are complete', async () => {
  const upload = await newUpload(4 * megabyte);
  const length = 2 * megabyte;
  // All requests start before the first byte is sent, so that each would find the upload at its offset.
  const writers = letters.map((letter, i) => ({
    letter,
    ...beginPatch(upload.at(i % 2 ? one : two), length, Buffer.alloc(0)),
  }));
  await until(
    async () => (await one.db.query(sql`select 1 from upload_locks where wanted`)).length > 0,
    'one request to lock the upload and another to wait',
  );
  for (const { outgoing, letter } of writers) outgoing.end(Buffer.alloc(length, letter));
  const ends = await Promise.all(
    writers.map(async ({ answered, letter }) => {
      const answer = await answered;
      return { letter, status: answer?.statusCode, offset: Number(answer?.headers['upload-offset'] ?? 0) };
    }),
  );
  // A request that had to release the lock before its first byte arrived responds with offset 0.
  const winners = ends.filter(({ status, offset }) => status === 204 && offset > 0);
  expect(winners).toHaveLength(1);
  for (const { status, offset } of ends) expect(status === 409 || (status === 204 && offset >= 0)).toBe(true);
  const [winner] = winners as [(typeof winners)[number]];
  expect((await upload.bytes()).equals(Buffer.alloc(winner.offset, winner.letter))).toBe(true);
  expect(await one.db.query(sql`select * from upload_locks`)).toEqual([]);
});

test('a HEAD on another node ends a stalled writer, and the returned offset is final', async () => {
  const upload = await newUpload(2 * megabyte);
  const silent = beginPatch(upload.at(one), 2 * megabyte, Buffer.alloc(megabyte, 'a'));
  await until(async () => (await upload.size()) === megabyte, 'the first half to arrive');
  const asked = await head(upload.at(two));
  expect([asked.status, offsetOf(asked)]).toEqual([200, megabyte]);
  const answer = await silent.answered;
  expect([answer?.statusCode, answer?.headers['upload-offset']]).toEqual([204, String(megabyte)]);
  silent.outgoing.destroy();
  expect((await patch(upload.at(two), megabyte, Buffer.alloc(megabyte, 'b'))).status).toBe(204);
  const whole = Buffer.concat([Buffer.alloc(megabyte, 'a'), Buffer.alloc(megabyte, 'b')]);
  expect((await upload.bytes()).equals(whole)).toBe(true);
});

test('a writer releases the lock when several requests wait, and they then run one after the other', async () => {
  const upload = await newUpload(2 * megabyte);
  const silent = beginPatch(upload.at(one), 2 * megabyte, Buffer.alloc(megabyte, 'a'));
  await until(async () => (await upload.size()) === megabyte, 'the first half to arrive');
  const asked = await Promise.all([one, two, one, two].map((node) => head(upload.at(node))));
  expect(asked.map((answer) => [answer.status, offsetOf(answer)])).toEqual(Array(4).fill([200, megabyte]));
  silent.outgoing.destroy();
});

test('an upload whose node was killed continues on another node when the lease has expired', async () => {
  const third = await startThird();
  const upload = await newUpload(2 * megabyte);
  beginPatch(upload.at(third), 2 * megabyte, Buffer.alloc(megabyte, 'a'));
  await until(async () => (await upload.size()) === megabyte, 'the first half to arrive');
  await third.stop('SIGKILL');
  expect(await one.db.query(sql`select wanted from upload_locks`)).toEqual([{ wanted: false }]);
  const asked = await head(upload.at(one));
  expect([asked.status, offsetOf(asked)]).toEqual([200, megabyte]);
  expect((await patch(upload.at(two), megabyte, Buffer.alloc(megabyte, 'b'))).status).toBe(204);
  const whole = Buffer.concat([Buffer.alloc(megabyte, 'a'), Buffer.alloc(megabyte, 'b')]);
  expect((await upload.bytes()).equals(whole)).toBe(true);
});

test('a node that was stopped and resumed writes nothing to an upload that another node has taken over', async () => {
  const third = await startThird();
  const upload = await newUpload(4 * megabyte);
  const frozen = beginPatch(upload.at(third), 3 * megabyte, Buffer.alloc(megabyte, 'a'));
  await until(async () => (await upload.size()) === megabyte, 'the first part to arrive');
  process.kill(third.pid, 'SIGSTOP');
  // These bytes wait in the socket. Without the lease check, the process would write them when it resumes.
  frozen.outgoing.end(Buffer.alloc(2 * megabyte, 'x'));
  const asked = await head(upload.at(one));
  expect([asked.status, offsetOf(asked)]).toEqual([200, megabyte]);
  expect((await patch(upload.at(two), megabyte, Buffer.alloc(2 * megabyte, 'b'))).status).toBe(204);
  process.kill(third.pid, 'SIGCONT');
  const answer = await frozen.answered;
  expect(answer?.statusCode).not.toBe(204);
  const whole = Buffer.concat([Buffer.alloc(megabyte, 'a'), Buffer.alloc(2 * megabyte, 'b')]);
  expect((await upload.bytes()).equals(whole)).toBe(true);
});

test('renewal checks the holder: a writer that lost its lock ends, and the new lease is not changed', async () => {
  const upload = await newUpload(2 * megabyte);
  const writer = beginPatch(upload.at(one), 2 * megabyte, Buffer.alloc(megabyte, 'a'));
  await until(async () => (await upload.size()) === megabyte, 'the first half to arrive');
  const [taken] = await one.db.query<{ until: Date }>(sql`
    update upload_locks set holder = gen_random_uuid(), until = now() + interval '1 hour'
     where upload_id = ${upload.id} returning until`);
  const answer = await writer.answered;
  expect(answer?.headers['upload-offset']).toBe(String(megabyte));
  writer.outgoing.destroy();
  // Neither renewal nor release has changed the row of the new holder.
  const [present] = await one.db.query<{ until: Date }>(sql`
    delete from upload_locks where upload_id = ${upload.id} returning until`);
  expect(present?.until).toEqual(taken?.until);
});

test('returns 404 for bytes of a deleted file', async () => {
  const upload = await newUpload(2 * megabyte);
  expect((await ada.delete(`/v1/files/${upload.id}`)).status).toBe(200);
  expect((await patch(upload.at(two), 0, Buffer.alloc(10))).status).toBe(404);
});
