import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startParley, type TestParley, until } from '../../../../test/harness.ts';
import { publishTest } from '../../../../test/participant-link.ts';
import { sql } from '../../../platform/database/index.ts';

let parley: TestParley;
beforeAll(async () => {
  parley = await startParley({ work: true });
});
afterAll(() => parley.stop());

test('an erased person gets the cancellation of their call, and no mail in the queue has their address then', async () => {
  const ada = await parley.account({ email: 'ada@example.com', name: 'Ada' });
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const { id } = await publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: { timezone: 'UTC', duration_minutes: 30, slots: [{ start_at: '2035-03-05T09:00:00Z' }] },
  });
  const booked = await ada.post(`/v1/engage/tests/${id}/sessions`, {
    participant: { email: 'xan@example.com', name: 'Xan' },
    scheduled_start_at: '2035-03-05T09:00:00Z',
  });
  const erased = await ada.post(`/v1/participants/${booked.body.data.participant.id}/erase`);
  expect(erased.status).toBe(200);
  const outbox = path.join(parley.config.dataDir, 'outbox');
  await until(async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')));
    return mails.some((mail) => mail.includes('To: xan@') && mail.includes('method=CANCEL'));
  }, 'the cancellation to the participant');
  await until(async () => {
    const left = await parley.db.query(sql`
      select 1 from tasks where input::text ilike '%xan@example.com%'
      union all select 1 from outbox_mails m where m::text ilike '%xan@example.com%'`);
    return left.length === 0;
  }, 'the queue to be without the address');
});
