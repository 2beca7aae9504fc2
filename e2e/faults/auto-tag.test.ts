import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { minaTalk, tomTalk, turnsOf } from '../../server/test/interviews.ts';
import { createFixtureAccount } from '../fixtures/backlog.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(() => fixture.close());

interface Reply {
  data: {
    id: string;
    status: string;
    attempts: number;
    result: { created_tag_ids: string[]; tagging_count: number };
    credits: { ai_jobs: { used: number } };
  };
}

test('an auto-tag job whose worker is killed has one result, one event per tag and one credit', async () => {
  const { db } = fixture.postgres;
  const account = await createFixtureAccount(db);
  const call = async (url: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return ((await response.json()) as Reply).data;
  };
  const first = await fixture.start('all');
  // Long enough to be killed in the middle: the same two interviews, with different numbers.
  const script = Array.from({ length: 30 }, (_, n) =>
    `${minaTalk}\n${tomTalk}`.trim().replaceAll('lamp', `lamp ${n}`),
  ).join('\n');
  await call(first.url, 'POST', `projects/${account.project_id}/files`, {
    name: 'Talks',
    transcript: { segments: turnsOf(script.replace(/\n\n+/g, '\n')), language: 'en' },
  });
  const job = await call(first.url, 'POST', `projects/${account.project_id}/auto-tag`, {});
  await until(
    async () => (await call(first.url, 'GET', `jobs/${job.id}`)).status === 'running',
    'the job to run',
  );
  await first.stop('SIGKILL');
  const second = await fixture.start('all');
  const ended = await until(
    async () => {
      const found = await call(second.url, 'GET', `jobs/${job.id}`);
      return ['succeeded', 'failed'].includes(found.status) ? found : undefined;
    },
    'the job to end',
    120_000,
  );
  const count = async (table: 'events' | 'tags' | 'taggings') => {
    const where = table === 'events' ? sql`and type = 'tag.created'` : sql``;
    const from = { events: sql`events`, tags: sql`tags`, taggings: sql`taggings` }[table];
    const [row] = await db.query<{ count: number }>(
      sql`select count(*)::integer as count from ${from} where project_id = ${account.project_id} ${where}`,
    );
    return row?.count;
  };
  const { credits } = await call(second.url, 'GET', 'usage');
  const { created_tag_ids, tagging_count } = ended.result;
  logResult('killed auto-tag job', { attempts: ended.attempts, tags: created_tag_ids.length, tagging_count });
  expect(ended).toMatchObject({ status: 'succeeded', attempts: 2 });
  expect(created_tag_ids.length).toBeGreaterThan(0);
  expect(await count('tags')).toBe(created_tag_ids.length);
  expect(await count('events')).toBe(created_tag_ids.length);
  expect(await count('taggings')).toBe(tagging_count);
  expect(credits.ai_jobs.used).toBe(1);
});
