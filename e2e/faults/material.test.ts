import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkStorage } from '../../server/src/features/sources/files/index.ts';
import { openStorage, parseStorageUrl } from '../../server/src/platform/storage/open-storage.ts';
import { createReadTokens } from '../../server/src/platform/storage/read-tokens.ts';
import { makeRecording } from '../../server/test/media.ts';
import type { StageServer } from '../stage/server.ts';
import { openStage, type Stage, tell } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

/** Servers come and go; the database and the folder of the blobs stay. */
let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await openStage();
  folder = mkdtempSync(join(tmpdir(), 'parley-stage-blobs-'));
});
// What a failed test left running would take the work of the next one.
afterEach(() => stage.killServers());
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

interface FileBody {
  data: {
    id: string;
    status: string;
    upload: { url: string };
    checksum_sha256: string;
    transcription_job_id: string;
  };
}

async function call<T>(server: StageServer, method: string, path: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${stage.account.key}`,
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    body: form ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as T;
}

const start = (role: 'all' | 'api' | 'worker', env = {}) =>
  stage.start(role, { STORAGE_URL: `file://${folder}`, ...env });

/** The same upload at the address of another server. */
const at = (server: StageServer, url: string) => server.url + new URL(url).pathname;

async function report() {
  const { storage } = await openStorage(parseStorageUrl(`file://${folder}`, ''), {
    tokens: createReadTokens('not used for reading'),
    readUrlBase: '/',
  });
  return checkStorage({ db: stage.postgres.db, storage });
}

test('an upload goes on after the server was killed in the middle of it, and again, and is whole', async () => {
  const bytes = await makeRecording('mp4', { seconds: 20 });
  let server = await start('all');
  const { data: project } = await call<{ data: { id: string } }>(server, 'POST', '/v1/projects', {
    name: 'Uploads',
  });
  const { data: file } = await call<FileBody>(server, 'POST', `/v1/projects/${project.id}/files`, {
    name: 'Talk.mp4',
    size_bytes: bytes.length,
    checksum_sha256: createHash('sha256').update(bytes).digest('hex'),
    transcribe: false,
  });
  let kills = 0;
  for (;;) {
    const tus = { 'tus-resumable': '1.0.0' };
    const head = await fetch(at(server, file.upload.url), { method: 'HEAD', headers: tus });
    expect(head.status).toBe(200);
    const offset = Number(head.headers.get('upload-offset'));
    if (offset === bytes.length) break;
    // A third of it, then no more: the connection stands open when the process dies.
    const third = bytes.subarray(offset, offset + Math.ceil(bytes.length / 3));
    const sent = fetch(at(server, file.upload.url), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(third),
    }).catch(() => undefined);
    if (kills < 3) {
      await until(async () => {
        const now = await fetch(at(server, file.upload.url), { method: 'HEAD', headers: tus }).catch(
          () => undefined,
        );
        return now?.status !== 200 || Number(now.headers.get('upload-offset')) > offset;
      }, 'some bytes to arrive');
      await server.kill();
      kills++;
      server = await start('all');
    }
    await sent;
  }
  const ready = await until(async () => {
    const { data } = await call<FileBody>(server, 'GET', `/v1/files/${file.id}`);
    return data.status !== 'uploading' && data.status !== 'processing' && data;
  }, 'the file to be ready');
  expect(ready).toMatchObject({ status: 'ready', kind: 'video' });
  tell('upload', { kills, bytes: bytes.length });
  expect(await report()).toMatchObject({ missing: [], orphans: [] });
  await server.stop();
});

test('a job whose worker is killed is taken up again within 30 seconds and done once', async () => {
  let asked = 0;
  const provider: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked++;
      // The first worker waits for an answer that never comes.
      if (asked > 1) response.writeHead(200).end('{"text":"said once"}');
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const env = { TRANSCRIBE_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1` };
  const api = await start('api', env);
  const first = await start('worker', env);
  const { data: project } = await call<{ data: { id: string } }>(api, 'POST', '/v1/projects', {
    name: 'Jobs',
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await makeRecording('wav', { seconds: 1 }))]), 'talk.wav');
  form.append('transcribe', 'true');
  const { data: file } = await call<FileBody>(api, 'POST', `/v1/projects/${project.id}/files`, form);
  await until(() => asked === 1, 'the first worker to be at it');
  // There before the first dies: the time is the queue's, not that of the start of a process.
  await start('worker', env);
  await first.kill();
  const killedAt = Date.now();
  const { data } = await call<FileBody>(api, 'GET', `/v1/files/${file.id}`);
  const job = await until(async () => {
    const answer = await call<{ data: { status: string; attempts: number } }>(
      api,
      'GET',
      `/v1/jobs/${data.transcription_job_id}`,
    );
    if (asked > 1) tell('job', { taken_up_after_ms: Date.now() - killedAt });
    return ['succeeded', 'failed'].includes(answer.data.status) && answer.data;
  }, 'the job to end');
  expect(job).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(Date.now() - killedAt).toBeLessThan(30_000);
  const { data: events } = await call<{ data: unknown[] }>(
    api,
    'GET',
    `/v1/events?type=file.transcribed&project_id=${project.id}`,
  );
  expect(events).toHaveLength(1);
  provider.closeAllConnections();
  provider.close();
});
