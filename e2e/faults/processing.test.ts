import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { findTools } from '../../server/src/platform/media/find-tools.ts';
import { docx } from '../../server/test/documents.ts';
import { makeRecording } from '../../server/test/media.ts';
import { createFixtureAccount, type FixtureAccount } from '../fixtures/backlog.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

/** One account tries to occupy all file processing; a file of another workspace must be ready within 30 seconds. */
const readyWithinMs = 30_000;

let fixture: DeliveryFixture;
let server: ParleyProcess;
let attacker: FixtureAccount;
let other: FixtureAccount;
let slow: Server;

beforeAll(async () => {
  fixture = await openDeliveryFixture();
  // Sends a byte a second and never ends.
  slow = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    const drip = setInterval(() => response.write('x'), 1_000);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready));
});
afterEach(() => fixture.killServers());
afterAll(async () => {
  slow.closeAllConnections();
  slow.close();
  await fixture.close();
});

async function begin(): Promise<void> {
  attacker = await createFixtureAccount(fixture.postgres.db);
  other = await createFixtureAccount(fixture.postgres.db);
  server = await fixture.start('all', { OUTBOUND_ALLOW: '127.0.0.0/8' });
}

interface Material {
  id: string;
  status: string;
}

async function call(
  account: FixtureAccount,
  method: string,
  path: string,
  body?: unknown,
): Promise<Material> {
  const form = body instanceof FormData;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${account.key}`,
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    body: form ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: Material; error?: unknown };
  if (!answer.data) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

function upload(account: FixtureAccount, bytes: Buffer, name: string): Promise<Material> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return call(account, 'POST', `/v1/projects/${account.project_id}/files`, form);
}

async function waitUntilReady(account: FixtureAccount, path: string, timeoutMs: number): Promise<number> {
  const startedAt = performance.now();
  await until(
    async () => (await call(account, 'GET', path)).status === 'ready',
    `${path} to be ready`,
    timeoutMs,
  );
  return Math.round(performance.now() - startedAt);
}

/** An ordinary recording of another workspace, and a clip of it. */
async function expectOthersAreServed(attack: string): Promise<void> {
  const recording = await makeRecording('mp4', { seconds: 4 });
  const file = await upload(other, recording, 'talk.mp4');
  const fileMs = await waitUntilReady(other, `/v1/files/${file.id}`, readyWithinMs);
  const clip = await call(other, 'POST', `/v1/projects/${other.project_id}/clips`, {
    file_id: file.id,
    name: 'Moment',
    start_seconds: 1,
    end_seconds: 2,
  });
  const clipMs = await waitUntilReady(other, `/v1/clips/${clip.id}`, readyWithinMs);
  logResult(attack, { 'file ready after ms': fileMs, 'clip ready after ms': clipMs });
}

const running = async (kind: string) =>
  (
    await fixture.postgres.db.query(sql`
      select 1 from tasks where kind = ${kind} and workspace_id = ${attacker.workspace_id} and attempts > 0`)
  ).length;

test('slow downloads of one account do not delay the files of another workspace', async () => {
  await begin();
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/talk.mp4`;
  for (let i = 0; i < 6; i++)
    await call(attacker, 'POST', `/v1/projects/${attacker.project_id}/files`, { name: `${i}.mp4`, url });
  await until(async () => (await running('file.fetch')) > 0, 'a slow download to begin');
  await expectOthersAreServed('slow downloads');
});

test('crafted documents of one account do not delay the files of another workspace', async () => {
  await begin();
  const bomb = await docx('<w:br '.repeat(400_000));
  expect(bomb.length).toBeLessThan(10_000);
  const documents: Material[] = [];
  for (let i = 0; i < 6; i++) documents.push(await upload(attacker, bomb, `${i}.docx`));
  await expectOthersAreServed('crafted documents');
  for (const { id } of documents)
    await until(
      async () => (await call(attacker, 'GET', `/v1/files/${id}`)).status === 'failed',
      `the crafted document ${id} to be refused`,
      60_000,
    );
});

test('long clips of one account do not delay the files and clips of another workspace', async () => {
  await begin();
  const file = await upload(attacker, await longRecording(), 'long.flac');
  await waitUntilReady(attacker, `/v1/files/${file.id}`, 240_000);
  const whole = { file_id: file.id, name: 'All of it', start_seconds: 0, end_seconds: 36_000 };
  await expect(call(attacker, 'POST', `/v1/projects/${attacker.project_id}/clips`, whole)).rejects.toThrow(
    /422/,
  );
  for (let i = 0; i < 4; i++)
    await call(attacker, 'POST', `/v1/projects/${attacker.project_id}/clips`, {
      ...whole,
      end_seconds: 7_200,
    });
  await until(async () => (await running('clip.cut')) > 0, 'a long clip to be cut');
  await expectOthersAreServed('long clips');
});

/** Ten hours of silence in a few megabytes. */
async function longRecording(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-long-'));
  try {
    const { ffmpeg } = await findTools({ cacheDir: folder });
    const output = join(folder, 'long.flac');
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '36000'];
    await promisify(execFile)(ffmpeg, ['-y', '-v', 'error', ...silence, '-c:a', 'flac', output]);
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
