import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { compose } from '../../server/src/app/compose.ts';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { readConfig } from '../../server/src/platform/config/index.ts';
import { createLog } from '../../server/src/platform/log/log.ts';
import { makeRecording } from '../../server/test/media.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

/** The tests share the database and the folder of the blobs; each starts its own servers. */
let fixture: DeliveryFixture;
let folder: string;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
  folder = mkdtempSync(join(tmpdir(), 'parley-e2e-blobs-'));
});
// A server that a failed test left running would process the next test's tasks.
afterEach(() => fixture.killServers());
afterAll(async () => {
  await fixture.close();
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

async function call<T>(server: ParleyProcess, method: string, path: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${fixture.account.key}`,
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    body: form ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as T;
}

const start = (role: 'all' | 'api' | 'worker', env = {}) =>
  fixture.start(role, { STORAGE_URL: `file://${folder}`, ...env });

/** The URL of the same upload on another server. */
const at = (server: ParleyProcess, url: string) => server.url + new URL(url).pathname;

async function report() {
  const config = readConfig({ STORAGE_URL: `file://${folder}` });
  const { db } = fixture.postgres;
  const log = createLog('silent');
  const parley = await compose({ config, db, clock: systemClock, log, secretKey: 'not used for reading' });
  return parley.checkStorage().finally(parley.close);
}

test('an upload resumes each time its server is killed, and is complete', async () => {
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
    // A third of the file: the connection is open when the process is killed.
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
      await server.stop('SIGKILL');
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
  logResult('upload', { kills, bytes: bytes.length });
  expect(await report()).toMatchObject({ missing: [], orphans: [] });
  await server.stop();
});

test('a job whose worker is killed is retried within 30 seconds and completed once', async () => {
  let requests = 0;
  const provider: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      requests++;
      // The first worker never gets a response.
      if (requests > 1) response.writeHead(200).end('{"text":"said once"}');
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
  await until(() => requests === 1, 'the first worker to start the job');
  // Started before the first worker is killed, so that the start of a process is not part of the measured time.
  await start('worker', env);
  await first.stop('SIGKILL');
  const killedAt = Date.now();
  const { data } = await call<FileBody>(api, 'GET', `/v1/files/${file.id}`);
  const job = await until(async () => {
    const answer = await call<{ data: { status: string; attempts: number } }>(
      api,
      'GET',
      `/v1/jobs/${data.transcription_job_id}`,
    );
    if (requests > 1) logResult('job', { retried_after_ms: Date.now() - killedAt });
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
