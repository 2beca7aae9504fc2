import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/index.ts';
import { insertBacklog, insertWebhooks } from '../stage/backlog.ts';
import { openStage, type Stage, seconds, tell } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('9: eight workers, one that fails for its whole time: disabled once, told once, nothing vanishes', async () => {
  const { postgres, account, receiver } = stage;
  const [hook] = await insertWebhooks(postgres.db, account, [receiver.url('fail', 'ill')]);
  if (!hook) throw new Error('no webhook');
  const count = 2_000;
  await insertBacklog(postgres.db, account, [hook], count);
  const env = {
    WEBHOOK_DISABLE_AFTER_SECONDS: '3',
    WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,60',
    WEBHOOK_JITTER: 'false',
  };
  const workers = await Promise.all(Array.from({ length: 8 }, () => stage.start('worker', env)));
  const status = async () =>
    (await postgres.db.query<{ status: string }>(sql`select status from webhooks where id = ${hook.id}`))[0]
      ?.status;
  await until(async () => (await status()) === 'disabled', 'it is disabled');
  await stage.settled();
  const mails = async () => {
    const found: string[] = [];
    for (const worker of workers) {
      const outbox = join(worker.dataDir, 'outbox');
      // Under another name it is still being written.
      for (const name of await readdir(outbox).catch(() => []))
        if (name.endsWith('.eml')) found.push(await readFile(join(outbox, name), 'utf8'));
    }
    return found;
  };
  await until(async () => (await mails()).length > 0, 'the mail is there');
  await seconds(3);
  const told = await mails();
  const [left] = await postgres.db.query<{ count: number }>(sql`select count(*) from outbox_mails`);
  const [unaccounted] = await postgres.db.query<{ count: number }>(sql`
    select count(*) from events e where not exists (select 1 from webhook_attempts a where a.event_id = e.id
       and (a.status = 'skipped' or (a.status = 'failed' and a.attempt = 6)))`);
  tell('proof 9', {
    workers: workers.length,
    mails: told.length,
    ...(await stage.states()),
    lost: unaccounted?.count,
  });
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`<disabled-${hook.id}@parley>`);
  expect(left?.count).toBe(0);
  expect(unaccounted?.count).toBe(0);
});
