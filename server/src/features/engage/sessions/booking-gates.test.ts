import { afterEach, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
const slot = '2027-03-28T10:00:00Z';
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
// The researcher has no sessions at the start of a test.
afterEach(() => parley.db.query(sql`update engage_sessions set status = 'canceled'`));

async function screenedInterview() {
  const made = await publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    consent: { text: 'I agree.', recording: true },
    screener: {
      questions: [
        {
          type: 'yes_no',
          text: 'Are you a customer?',
          required: true,
          logic: [{ operator: 'equals', value: false, action: 'screen_out' }],
        },
      ],
    },
    scheduling: { timezone: 'Europe/Berlin', duration_minutes: 30, slots: [{ start_at: slot }] },
  });
  return { testId: made.id as string, customer: made.screener.questions[0].id as string };
}

async function invite(testId: string, email: string) {
  const invited = await ada.post(`/v1/engage/tests/${testId}/invitations`, { participants: [{ email }] });
  return openLink(parley, invited.body.data[0].invite_url);
}

const sessionsOf = async (testId: string) => (await ada.get(`/v1/engage/tests/${testId}/sessions`)).body.data;

/** The recipients of the cancellations that are queued about a session. */
const canceledFor = async (sessionId: string) =>
  (
    await parley.db.query<{ to: string }>(sql`
      select input ->> 'to' as to from tasks
       where kind = 'mail.send' and input::text like ${`%${sessionId}%`} and input::text like '%METHOD:CANCEL%'
       order by 1`)
  ).map(({ to }) => to);

test('an invited person books only after consent and a passed screener', async () => {
  const { testId, customer } = await screenedInterview();
  const link = await invite(testId, 'mina@example.com');
  const book = (body: object = {}) => link.post('/booking', { start_at: slot, ...body });
  const refusal = async (body?: object) => {
    const response = await book(body);
    return [response.status, response.body.error?.details];
  };
  expect(await refusal()).toEqual([
    422,
    [{ field: 'consent_version', message: 'is required: this test asks for consent.' }],
  ]);
  expect(await refusal({ consent_version: 2 })).toEqual([
    422,
    [{ field: 'consent_version', message: 'must be 1: the text has changed.' }],
  ]);
  const screenerFirst = [422, [{ field: 'link', message: 'Answer the screener first.' }]];
  expect(await refusal({ consent_version: 1 })).toEqual(screenerFirst);
  expect(await refusal()).toEqual(screenerFirst);
  expect(await sessionsOf(testId)).toEqual([]);
  await link.answer(customer, { value: true });
  expect((await book()).status).toBe(201);
  const [response] = (await ada.get(`/v1/tests/${testId}/responses`)).body.data;
  expect(response.consent).toMatchObject({ version: 1 });
});

test('the screener cancels a call that the participant booked, in both calendars', async () => {
  const { testId, customer } = await screenedInterview();
  const link = await invite(testId, 'noor@example.com');
  await link.start({ consent_version: 1 });
  await link.answer(customer, { value: true });
  const { session_id } = (await link.post('/booking', { start_at: slot })).body.data;
  expect((await link.answer(customer, { value: false })).body.data.status).toBe('screened_out');
  expect(await sessionsOf(testId)).toMatchObject([{ id: session_id, status: 'canceled' }]);
  expect(await canceledFor(session_id)).toEqual(['ada@example.com', 'noor@example.com']);
  expect((await link.post('/booking', { start_at: slot })).status).toBe(422);
});

test('the screener cancels a call that the researcher scheduled', async () => {
  const { testId, customer } = await screenedInterview();
  const scheduled = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email: 'otto@example.com' },
    scheduled_start_at: slot,
  });
  const { id, join_url } = scheduled.body.data;
  const link = openLink(parley, join_url);
  await link.start({ consent_version: 1 });
  await link.answer(customer, { value: false });
  expect((await ada.get(`/v1/engage/sessions/${id}`)).body.data.status).toBe('canceled');
  expect(await canceledFor(id)).toEqual(['ada@example.com', 'otto@example.com']);
  expect((await link.get('/test')).body.data).toMatchObject({ state: 'screened_out' });
});

test('a researcher cannot schedule a call for a person whom the screener ended, by invitation or by address', async () => {
  const { testId, customer } = await screenedInterview();
  const invited = await ada.post(`/v1/engage/tests/${testId}/invitations`, {
    participants: [{ email: 'uma@example.com' }],
  });
  const { id: invitation_id, invite_url } = invited.body.data[0];
  const link = openLink(parley, invite_url);
  await link.post('/response', { consent_version: 1 });
  expect((await link.answer(customer, { value: false })).body.data.status).toBe('screened_out');
  const message = 'The screener ended this test for this person, so no session can be scheduled.';
  for (const [field, person] of [
    ['invitation_id', { invitation_id }],
    ['participant', { participant: { email: 'UMA@example.com' } }],
  ] as const) {
    const refused = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
      ...person,
      scheduled_start_at: slot,
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', details: [{ field, message }] } },
    });
  }
  expect(await sessionsOf(testId)).toEqual([]);
  const other = { participant: { email: 'vera@example.com' }, scheduled_start_at: slot };
  expect((await ada.post(`/v1/engage/tests/${testId}/sessions`, other)).status).toBe(201);
});

test('a revoked link cancels no booking', async () => {
  const { testId, customer } = await screenedInterview();
  const invited = await ada.post(`/v1/engage/tests/${testId}/invitations`, {
    participants: [{ email: 'revoked@example.com', timezone: 'Asia/Tokyo' }],
  });
  const link = openLink(parley, invited.body.data[0].invite_url);
  await link.start({ consent_version: 1 });
  await link.answer(customer, { value: true });
  expect((await link.post('/booking', { start_at: slot })).status).toBe(201);
  await ada.delete(`/v1/engage/invitations/${invited.body.data[0].id}`);
  const canceled = await parley.request('DELETE', '/p/v1/booking', {
    headers: { authorization: `Bearer ${link.token}` },
  });
  expect([canceled.status, canceled.body.error.details]).toEqual([
    422,
    [{ field: 'link', message: 'This link was revoked.' }],
  ]);
  expect(await sessionsOf(testId)).toMatchObject([{ status: 'scheduled', timezone: 'Asia/Tokyo' }]);
});
