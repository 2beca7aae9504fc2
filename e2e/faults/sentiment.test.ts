import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.killServers());
afterAll(() => fixture.close());

async function call<T>(server: ParleyProcess, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${fixture.account.key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return ((await response.json()) as { data: T }).data;
}

interface Job {
  id: string;
  status: string;
  progress: number;
  attempts: number;
  credits_used: number;
}

const segmentCount = 1_200;
const segments = Array.from({ length: segmentCount }, (_, i) => ({
  speaker: 'Mina',
  start_seconds: i,
  end_seconds: i + 1,
  text: `On page ${i} the button did not work, so I gave up and called them.`,
}));

test('a sentiment job whose worker is killed stores one result and spends one credit', async () => {
  const api = await fixture.start('api');
  const first = await fixture.start('worker');
  const project = await call<{ id: string }>(api, 'POST', '/v1/projects', { name: 'Moods' });
  const file = await call<{ id: string }>(api, 'POST', `/v1/projects/${project.id}/files`, {
    name: 'Talk',
    transcript: { segments },
  });
  const { id } = await call<Job>(api, 'POST', `/v1/files/${file.id}/sentiment`);
  const readJob = () => call<Job>(api, 'GET', `/v1/jobs/${id}`);
  await until(async () => (await readJob()).progress > 0, 'the first worker to score segments', 60_000);
  await first.stop('SIGKILL');
  const killed = await readJob();
  expect(killed).toMatchObject({ status: 'running', attempts: 1 });
  await fixture.start('worker');
  const job = await until(
    async () => {
      const current = await readJob();
      return ['succeeded', 'failed'].includes(current.status) && current;
    },
    'the job to end',
    240_000,
  );
  logResult('sentiment', { killed_at_percent: killed.progress, attempts: job.attempts });
  expect(job).toMatchObject({ status: 'succeeded', attempts: 2, credits_used: 1 });
  const rows = await fixture.postgres.db.query<{ files: number; segments: number }>(sql`
    select (select count(*)::integer from file_sentiments) as files,
      (select count(*)::integer from segment_sentiments) as segments`);
  expect(rows).toEqual([{ files: 1, segments: segmentCount }]);
  const usage = await call<{ credits: { ai_jobs: { used: number } } }>(api, 'GET', '/v1/usage');
  expect(usage.credits.ai_jobs.used).toBe(1);
});
