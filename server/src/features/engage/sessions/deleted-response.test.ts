import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
const slots = ['2027-03-28T10:00:00Z', '2027-03-28T11:00:00Z'];
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const getSession = async (id: string) => (await ada.get(`/v1/engage/sessions/${id}`)).body.data;

async function bookCall(email: string) {
  const { id: testId } = await publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: {
      timezone: 'Europe/Berlin',
      duration_minutes: 30,
      slots: slots.map((start_at) => ({ start_at })),
    },
  });
  const invited = await ada.post(`/v1/engage/tests/${testId}/invitations`, { participants: [{ email }] });
  const link = openLink(parley, invited.body.data[0].invite_url);
  await link.start();
  const { session_id } = (await link.post('/booking', { start_at: slots[0] })).body.data;
  const [response] = (await ada.get(`/v1/tests/${testId}/responses`)).body.data;
  return { testId, link, session_id, response };
}

test('deleting the response of a running AI interview abandons its session, and the link starts another', async () => {
  const { id: testId } = await publishTest(ada, project, {
    type: 'ai_interview',
    questions: ['How do you plan your week?', 'Why?'].map((text) => ({ type: 'open', text, required: true })),
    moderator: { mode: 'ai', follow_up_depth: 2, max_minutes: 30 },
  });
  const invited = await ada.post(`/v1/engage/tests/${testId}/invitations`, {
    participants: [{ email: 'mina@example.com' }],
  });
  const link = openLink(parley, invited.body.data[0].invite_url);
  await link.post('/interview');
  await link.post('/interview/turns', { text: 'On Sundays, with my family at home.', client_turn: 1 });
  const [session] = (await ada.get(`/v1/engage/tests/${testId}/sessions`)).body.data;
  expect(session.status).toBe('in_progress');
  expect((await ada.delete(`/v1/responses/${session.response_id}`)).status).toBe(200);
  expect(await getSession(session.id)).toMatchObject({
    status: 'abandoned',
    response_id: null,
    ended_at: clock.now().toISOString(),
  });
  expect((await link.post('/interview')).status).toBe(201);
  const sessions = (await ada.get(`/v1/engage/tests/${testId}/sessions?status=in_progress`)).body.data;
  expect(sessions).toHaveLength(1);
  expect(sessions[0].id).not.toBe(session.id);
});

test('deleting the response of someone who has booked a call cancels it in both calendars', async () => {
  const { session_id, response } = await bookCall('otto@example.com');
  expect((await ada.delete(`/v1/responses/${response.id}`)).status).toBe(200);
  expect((await getSession(session_id)).status).toBe('canceled');
  const mails = await parley.db.query(sql`
    select input ->> 'to' as to from tasks
     where kind = 'mail.send' and input::text like ${`%${session_id}%`} and input::text like '%METHOD:CANCEL%'`);
  expect(mails).toHaveLength(2);
});

test('deleting a completed response leaves its session and a later call as they are', async () => {
  const { testId, session_id, response } = await bookCall('uma@example.com');
  await ada.post(`/v1/engage/sessions/${session_id}/complete`);
  const again = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email: 'uma@example.com' },
    scheduled_start_at: slots[1],
  });
  expect(again.status, again.text).toBe(201);
  expect((await ada.delete(`/v1/responses/${response.id}`)).status).toBe(200);
  expect((await getSession(session_id)).status).toBe('completed');
  expect((await getSession(again.body.data.id)).status).toBe('scheduled');
});
