import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Account, startParley, until } from '../../../../test/harness.ts';
import { publishTest } from '../../../../test/participant-link.ts';
import { openStorageOf } from '../../../../test/storage-of.ts';
import { useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { attemptsOfOneDay, mailTask, mailTaskKind } from '../../../platform/mail/index.ts';
import { createTaskQueue } from '../../../platform/tasks/index.ts';
import { checkParticipant } from './check.ts';

const parley = useParley({ work: true });

/** Erases a person with a booked call, and returns their id. */
async function eraseBooked(ada: Account, email: string): Promise<string> {
  const project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
  const { id } = await publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: { timezone: 'UTC', duration_minutes: 30, slots: [{ start_at: '2035-03-05T09:00:00Z' }] },
  });
  const booked = await ada.post(`/v1/engage/tests/${id}/sessions`, {
    participant: { email, name: 'Xan' },
    scheduled_start_at: '2035-03-05T09:00:00Z',
  });
  const personId = booked.body.data.participant.id;
  expect((await ada.post(`/v1/participants/${personId}/erase`)).status).toBe(200);
  return personId;
}

test('an erased person gets the cancellation of their call, and no mail in the queue has their address then', async () => {
  const ada = await parley.account({ email: 'ada@example.com', name: 'Ada' });
  await eraseBooked(ada, 'xan@example.com');
  const outbox = path.join(parley.config.dataDir, 'outbox');
  await until(async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(path.join(outbox, name), 'utf8')));
    return mails.some((mail) => mail.includes('To: xan@') && mail.includes('method=CANCEL'));
  }, 'the cancellation to the participant');
  await until(async () => {
    const left = await parley.db.query(sql`
      select 1 from tasks where input::text ilike '%xan@example.com%'`);
    return left.length === 0;
  }, 'the queue to be without the address');
});

test('a cancellation that the mail server does not accept is visible to the check, and removed after its last attempt', async () => {
  const stopped = await startParley({ work: false });
  const failing = {
    send: async () => {
      throw new Error('451 try again later');
    },
  };
  const tasks = createTaskQueue({ db: stopped.db, log: createLog('silent'), pollMs: 20 });
  try {
    const ada = await stopped.account({ email: 'ada@example.com', name: 'Ada' });
    const personId = await eraseBooked(ada, 'yara@example.com');
    const withAddress = () =>
      stopped.db.query<{ attempts: number; is_postponed: boolean }>(sql`
        select attempts, due_at > now() + interval '30 minutes' as is_postponed from tasks where input::text ilike '%yara@example.com%'`);
    const storage = await openStorageOf(stopped);
    const check = () => checkParticipant({ db: stopped.db, storage }, personId, ['yara@example.com']);
    expect(await withAddress()).toHaveLength(1);
    expect(await check()).toMatchObject({
      clean: false,
      leftovers: [
        { table: 'tasks', rows: 1, what: 'contains 1' },
        { table: 'tasks', rows: 1, what: 'mail to the person' },
      ],
    });
    const setAttempts = (attempts: number) =>
      stopped.db.query(sql`
        update tasks set attempts = ${attempts}, due_at = now() where kind = ${mailTaskKind}`);
    // While an attempt runs, the lease ends within minutes; the next attempt is an hour later.
    const isPostponed = async () => (await withAddress()).every(({ is_postponed }) => is_postponed);
    await setAttempts(attemptsOfOneDay - 2);
    tasks.start({ [mailTaskKind]: mailTask(failing, stopped.db) });
    await until(isPostponed, 'the attempt before the last');
    expect(await withAddress()).toMatchObject([{ attempts: attemptsOfOneDay - 1 }]);
    await setAttempts(attemptsOfOneDay - 1);
    await until(async () => (await withAddress()).length === 0, 'the mail to be removed');
    expect((await check()).clean).toBe(true);
  } finally {
    await tasks.stop();
    await stopped.stop();
  }
});
