import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeEach(async () => {
  fixture = await openDeliveryFixture();
  return () => fixture.close();
});

const segmentCount = 1_200;

test('every segment gets its vector although workers are killed while they compute vectors', async () => {
  const { postgres, account } = fixture;
  const server = await fixture.start('api');
  const segments = Array.from({ length: segmentCount }, (_, i) => ({
    start_seconds: i,
    end_seconds: i + 1,
    text: `Participant ${i} talked about the price of delivery.`,
    speaker: 'Mina',
  }));
  const response = await fetch(`${server.url}/v1/projects/${account.project_id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Talk', transcript: { segments } }),
  });
  expect(response.status).toBe(201);

  const countVectors = async () =>
    (await postgres.db.query<{ count: number }>(sql`select count(*) from segment_vectors`))[0]?.count ?? 0;
  const atKill: number[] = [];
  for (let kills = 0; kills < 2; kills++) {
    const before = await countVectors();
    const worker = await fixture.start('worker');
    await until(async () => (await countVectors()) > before, 'the worker to store vectors', 60_000);
    await worker.stop('SIGKILL');
    atKill.push(await countVectors());
  }
  await fixture.start('worker');
  await until(async () => (await countVectors()) === segmentCount, 'all vectors', 60_000);
  await until(
    async () => (await postgres.db.query(sql`select 1 from embedded_transcripts`)).length === 1,
    'the transcript to be recorded as embedded',
  );
  logResult('killed while computing vectors', {
    'vectors at each kill': atKill.join(' and '),
    segments: segmentCount,
  });
  expect(atKill[0]).toBeLessThan(segmentCount);
});
