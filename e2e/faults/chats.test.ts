import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { minaTalk, turnsOf } from '../../server/test/interviews.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
let provider: Server;
let url: string;
/** The first requests get no response, so that the worker is killed in the middle of the job. */
let silentRequests = 0;
const asked: ServerResponse[] = [];

beforeAll(async () => {
  fixture = await openDeliveryFixture();
  provider = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked.push(response);
      if (asked.length <= silentRequests) return;
      const content = JSON.stringify({ text: 'People find the costs late.', answered: true });
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content } }] }));
    });
  });
  await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
});
afterEach(() => fixture.killServers());
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await fixture.close();
});

async function call<T>(server: ParleyProcess, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${fixture.account.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { data: T }).data;
}

interface Job {
  id: string;
  status: string;
  attempts: number;
  credits_used: number;
  result: { chat_id: string; message_id: string };
}

test('a chat job whose worker is killed has one answer, one event and one credit', async () => {
  const api = await fixture.start('api', { AI_BASE_URL: url, AI_MODEL: 'small-1' });
  const used = async () =>
    (await call<{ credits: { ai_jobs: { used: number } } }>(api, 'GET', '/v1/usage')).credits.ai_jobs.used;
  const project = (await call<{ id: string }>(api, 'POST', '/v1/projects', { name: 'Study' })).id;
  const transcript = { segments: turnsOf(minaTalk), language: 'en' };
  await call(api, 'POST', `/v1/projects/${project}/files`, { name: 'Mina', transcript });
  const before = await used();
  silentRequests = 1;
  const worker = await fixture.start('worker', { AI_BASE_URL: url, AI_MODEL: 'small-1' });
  const message = 'What do people say about shipping costs?';
  const { id } = await call<Job>(api, 'POST', `/v1/projects/${project}/chat`, { message });
  await until(() => asked.length === 1, 'the model to be asked', 60_000);
  await worker.stop('SIGKILL');
  const killedAt = performance.now();
  await fixture.start('worker', { AI_BASE_URL: url, AI_MODEL: 'small-1' });
  const job = await until(
    async () => {
      const read = await call<Job>(api, 'GET', `/v1/jobs/${id}?wait_seconds=10`);
      return ['succeeded', 'failed'].includes(read.status) && read;
    },
    'the job to end',
    90_000,
  );
  const tookMs = Math.round(performance.now() - killedAt);
  expect(job).toMatchObject({ status: 'succeeded', attempts: 2, credits_used: 1 });
  const messages = await call<{ role: string }[]>(api, 'GET', `/v1/chats/${job.result.chat_id}/messages`);
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user']);
  const events = await fixture.postgres.db.query(sql`
    select 1 from events where type = 'chat.completed' and project_id = ${project}`);
  expect(events).toHaveLength(1);
  expect((await used()) - before).toBe(1);
  expect(await fixture.postgres.db.query(sql`select 1 from chat_drafts`)).toEqual([]);
  logResult('killed worker of a chat', { 'answered after ms': tookMs, attempts: job.attempts });
});
