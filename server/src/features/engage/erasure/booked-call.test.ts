import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function bookCall(email: string) {
  const created = await ada.post(`/v1/projects/${project}/tests`, {
    name: 'Checkout',
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: {
      timezone: 'Europe/Berlin',
      duration_minutes: 45,
      slots: [{ start_at: '2027-03-28T00:00:00Z', end_at: '2027-03-28T03:00:00Z' }],
    },
  });
  const testId = created.body.data.id;
  await ada.post(`/v1/engage/tests/${testId}/publish`);
  const booked = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email, name: 'Xan' },
    scheduled_start_at: '2027-03-28T00:00:00Z',
  });
  expect(booked.status).toBe(201);
  return booked.body.data;
}

/** The cancellations that are queued about a session. */
async function cancellations(sessionId: string) {
  const mails = await parley.db.query<{ to: string; input: string }>(sql`
    select input ->> 'to' as to, input::text as input from tasks
     where kind = 'mail.send' and input::text like ${`%${sessionId}%`} and input::text like '%METHOD:CANCEL%'
     order by 1`);
  return mails;
}

test('erasing a person with a booked call cancels it in both calendars, without the name for the researcher', async () => {
  const session = await bookCall('xan@example.com');
  expect((await ada.post(`/v1/participants/${session.participant.id}/erase`)).status).toBe(200);
  const mails = await cancellations(session.id);
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.com', 'xan@example.com']);
  // Ids may contain these letters by chance, but not as a word.
  expect(mails[0]?.input).not.toMatch(/\bxan\b/i);
  expect((await ada.get(`/v1/engage/sessions/${session.id}`)).status).toBe(404);
});

test('a person with a booked call who withdraws is canceled in both calendars', async () => {
  const session = await bookCall('noor@example.com');
  const own = openLink(parley, session.join_url);
  expect((await own.post('/withdraw', {})).status).toBe(200);
  expect((await cancellations(session.id)).map(({ to }) => to)).toEqual([
    'ada@example.com',
    'noor@example.com',
  ]);
  expect((await ada.get(`/v1/engage/sessions/${session.id}`)).status).toBe(404);
});

test('the mails about a call that is moved and canceled before they are sent are replaced by the cancellation', async () => {
  const session = await bookCall('kim@example.com');
  const start = { scheduled_start_at: '2027-03-28T01:00:00Z' };
  expect((await ada.patch(`/v1/engage/sessions/${session.id}`, start)).status).toBe(200);
  expect((await ada.post(`/v1/engage/sessions/${session.id}/cancel`)).status).toBe(200);
  const all = await parley.db.query(sql`
    select 1 from tasks where kind = 'mail.send' and input::text like ${`%${session.id}%`}`);
  expect(all).toHaveLength(2);
  const mails = await cancellations(session.id);
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.com', 'kim@example.com']);
  for (const { input } of mails) expect(input).toContain('SEQUENCE:2');
});
