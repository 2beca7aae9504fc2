import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../fixtures/backlog.ts';
import {
  type DeliveryFixture,
  logResult,
  openDeliveryFixture,
  seconds,
} from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterAll(() => fixture.close());

test('eight workers disable a failing webhook once, send one mail, and account for every delivery', async () => {
  const { postgres, account, receiver } = fixture;
  const [hook] = await insertWebhooks(postgres.db, account, [receiver.url('fail', 'failing')]);
  if (!hook) throw new Error('no webhook');
  const count = 2_000;
  await insertBacklog(postgres.db, account, [hook], count);
  const env = {
    WEBHOOK_DISABLE_AFTER_SECONDS: '3',
    WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,60',
    WEBHOOK_JITTER: 'false',
  };
  const workers = await Promise.all(Array.from({ length: 8 }, () => fixture.start('worker', env)));
  const status = async () =>
    (await postgres.db.query<{ status: string }>(sql`select status from webhooks where id = ${hook.id}`))[0]
      ?.status;
  await until(async () => (await status()) === 'disabled', 'the webhook to be disabled');
  await fixture.waitForEmptyQueue();
  const mails = async () => {
    const found: string[] = [];
    for (const worker of workers) {
      const outbox = join(worker.dataDir ?? '', 'outbox');
      // A file with another extension is still being written.
      for (const name of await readdir(outbox).catch(() => []))
        if (name.endsWith('.eml')) found.push(await readFile(join(outbox, name), 'utf8'));
    }
    return found;
  };
  await until(async () => (await mails()).length > 0, 'the mail');
  await seconds(3);
  const sent = await mails();
  const [left] = await postgres.db.query<{ count: number }>(
    sql`select count(*) from tasks where kind = 'mail.send'`,
  );
  const [unaccounted] = await postgres.db.query<{ count: number }>(sql`
    select count(*) from events e where not exists (select 1 from webhook_attempts a where a.event_id = e.id
       and (a.status = 'skipped' or (a.status = 'failed' and a.attempt = 6)))`);
  logResult('disabling', {
    workers: workers.length,
    mails: sent.length,
    ...(await fixture.attemptCounts()),
    lost: unaccounted?.count,
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`<disabled-${hook.id}@parley>`);
  expect(left?.count).toBe(0);
  expect(unaccounted?.count).toBe(0);
});
