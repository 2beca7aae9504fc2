import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, type ParticipantClient, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock();
const slots = ['2027-03-28T10:00:00.000Z', '2027-03-28T11:00:00.000Z'];
const grace = 'grace@example.com';
let project: string;
beforeAll(async () => {
  clock.set(new Date('2027-03-20T09:00:00Z'));
});
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
beforeEach(async () => {
  clock.set(new Date('2027-03-20T09:00:00Z'));
  await parley.db.query(sql`update engage_sessions set status = 'canceled'`);
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const survey = { questions: [{ type: 'open', text: 'What was hard?' }] };
const interview = {
  type: 'live_interview',
  questions: [{ type: 'open', text: 'Why?' }],
  consent: { text: 'We record the call.', recording: true },
  scheduling: {
    timezone: 'Europe/Berlin',
    duration_minutes: 30,
    slots: slots.map((start_at) => ({ start_at })),
  },
};

async function invite(testId: string, email = grace): Promise<ParticipantClient> {
  const invited = await ada.post(`/v1/engage/tests/${testId}/invitations`, {
    participants: [{ email, name: 'Grace' }],
  });
  return openLink(parley, invited.body.data[0].invite_url);
}
const cancelBooking = (link: ParticipantClient) =>
  parley.request('DELETE', '/p/v1/booking', { headers: { authorization: `Bearer ${link.token}` } });
const listPeople = async () =>
  (await ada.get(`/v1/projects/${project}/participants?sort=created_at`)).body.data;
const sessionOf = async (id: string) => (await ada.get(`/v1/engage/sessions/${id}`)).body.data;

describe('someone who types the address of an invited person on the open link', () => {
  test('becomes a new participant with an unverified address, without her history and consents', async () => {
    const made = await publishTest(ada, project, {
      ...survey,
      consent: { text: 'We store your answers.', recording: false },
    });
    await (await invite(made.id)).start({ consent_version: 1 });
    clock.advance(1000);
    const open = openLink(parley, made.share_url);
    const stranger = await open.post('/response', { email: 'GRACE@example.com', consent_version: 1 });
    expect(stranger.status).toBe(201);
    expect(stranger.body.data).toMatchObject({ status: 'in_progress', number_answered: 0 });
    const people = await listPeople();
    expect(people).toMatchObject([
      { email: grace, email_verified: true, invitation_count: 1, response_count: 1 },
      { email: 'GRACE@example.com', email_verified: false, invitation_count: 0, response_count: 1 },
    ]);
    expect(people[0].consents).toHaveLength(1);
    expect(people[1].consents).toHaveLength(1);
  });

  test('gets the same answer as with an unknown address', async () => {
    const made = await publishTest(ada, project, survey);
    await (await invite(made.id)).start();
    const open = openLink(parley, made.share_url);
    const known = await open.post('/response', { email: grace });
    const unknown = await open.post('/response', { email: 'nobody@example.com' });
    const again = await open.post('/response', { email: 'nobody@example.com' });
    const visible = ({ status, body }: typeof known) => ({
      status,
      data: { ...body.data, id: '', token: '' },
    });
    expect(visible(known)).toEqual(visible(unknown));
    expect(visible(again)).toEqual(visible(unknown));
    expect(new Set([known, unknown, again].map(({ body }) => body.data.id)).size).toBe(3);
  });

  test('neither sees, moves nor cancels her booking, and does not enter her call', async () => {
    const made = await publishTest(ada, project, interview);
    const own = await invite(made.id);
    const { session_id } = (await own.post('/booking', { start_at: slots[0], consent_version: 1 })).body.data;
    const stranger = await openLink(parley, made.share_url).start({ email: grace, consent_version: 1 });
    expect((await stranger.get('/test')).body.data.session).toBeNull();
    expect((await stranger.get('/slots')).body.data).toMatchObject({
      booking: null,
      slots: [{ start_at: slots[1] }],
    });
    expect((await cancelBooking(stranger)).status).toBe(422);
    clock.set(new Date(slots[0] as string));
    expect((await stranger.post('/call/join', { consent_version: 1 })).status).toBe(422);
    expect((await own.post('/call/join')).status).toBe(200);
    clock.set(new Date('2027-03-20T09:00:00Z'));
    const other = (await stranger.post('/booking', { start_at: slots[1] })).body.data;
    expect(other.session_id).not.toBe(session_id);
    expect((await cancelBooking(stranger)).status).toBe(200);
    expect((await sessionOf(session_id)).status).toBe('waiting');
    expect((await sessionOf(other.session_id)).status).toBe('canceled');
  });

  test('withdraws the own response only', async () => {
    const made = await publishTest(ada, project, survey);
    const own = await (await invite(made.id)).start();
    await own.answer(made.questions[0].id, { text: 'The form.' });
    const stranger = await openLink(parley, made.share_url).start({ email: grace });
    expect((await stranger.post('/withdraw')).status).toBe(200);
    expect((await own.get('/test')).body.data).toMatchObject({ state: 'in_progress' });
    expect((await ada.get(`/v1/tests/${made.id}/responses`)).body.data).toMatchObject([
      { participant: { email: grace, name: 'Grace' }, answers: [{ text: 'The form.' }] },
    ]);
  });

  test('does not find a person who typed the address on the open link by an invitation or a scheduled call to that address', async () => {
    const made = await publishTest(ada, project, interview);
    const stranger = await openLink(parley, made.share_url).start({ email: grace, consent_version: 1 });
    clock.advance(1000);
    await invite(made.id);
    const scheduled = await ada.post(`/v1/engage/tests/${made.id}/sessions`, {
      participant: { email: 'Grace@example.com' },
      scheduled_start_at: slots[0],
    });
    expect(await listPeople()).toMatchObject([
      { email_verified: false, invitation_count: 0, session_count: 0 },
      { id: scheduled.body.data.participant.id, email_verified: true, invitation_count: 1, session_count: 1 },
    ]);
    expect((await stranger.get('/slots')).body.data.booking).toBeNull();
  });

  test('does not take over the mail with which she continues', async () => {
    const made = await publishTest(ada, project, survey);
    const own = await (await invite(made.id)).start();
    clock.advance(1000);
    const open = openLink(parley, made.share_url);
    await open.start({ email: grace });
    expect((await open.post('/reminder', { email: grace })).status).toBe(200);
    const [mail] = await parley.db.query<{ participant_id: string; invitation_id: string | null }>(sql`
      select l.participant_id, l.invitation_id
        from tasks t join participant_links l
          on encode(l.hash, 'base64') = translate(t.input ->> 'link', '-_', '+/') || '='
       where t.kind = 'participant.reminder' and l.test_id = ${made.id}`);
    expect(mail?.invitation_id, own.token).not.toBeNull();
  });

  test('leaves her queued mails and her address in texts when a researcher erases the stranger', async () => {
    const made = await publishTest(ada, project, interview);
    const own = await invite(made.id);
    const { session_id } = (await own.post('/booking', { start_at: slots[0], consent_version: 1 })).body.data;
    await ada.post(`/v1/projects/${project}/cards`, { title: `Call ${grace} back` });
    clock.advance(1000);
    await openLink(parley, made.share_url).start({ email: grace, consent_version: 1 });
    const stranger = (await listPeople()).find(
      (person: { email_verified: boolean }) => !person.email_verified,
    );
    expect((await ada.post(`/v1/participants/${stranger.id}/erase`)).status).toBe(200);
    const mails = await parley.db.query(sql`
      select 1 from tasks where kind = 'mail.send' and input::text like ${`%${session_id}%`} and input ->> 'to' = ${grace}`);
    expect(mails).toHaveLength(1);
    const cards = (await ada.get(`/v1/projects/${project}/cards`)).body.data;
    expect(cards.map(({ title }: { title: string }) => title)).toContain(`Call ${grace} back`);
  });
});

describe('the link of a response', () => {
  test('reaches only that response and its call, even if the participant has others', async () => {
    const made = await publishTest(ada, project, interview);
    const own = await invite(made.id);
    const { session_id } = (await own.post('/booking', { start_at: slots[0], consent_version: 1 })).body.data;
    const stranger = await openLink(parley, made.share_url).start({ email: grace, consent_version: 1 });
    // As after joining both participants to one.
    await parley.db.query(sql`
      update participant_links l set participant_id = s.participant_id from engage_sessions s
       where s.id = ${session_id} and l.response_id is not null and l.test_id = ${made.id}`);
    expect((await stranger.get('/test')).body.data.session).toBeNull();
    expect((await stranger.get('/slots')).body.data.booking).toBeNull();
    expect((await cancelBooking(stranger)).status).toBe(422);
    expect((await sessionOf(session_id)).status).toBe('scheduled');
  });

  test('books one call at a time, which the link in the mail moves and cancels', async () => {
    const made = await publishTest(ada, project, interview);
    const person = await openLink(parley, made.share_url).start({
      email: 'mina@example.com',
      consent_version: 1,
    });
    const booked = (await person.post('/booking', { start_at: slots[0] })).body.data;
    const mailed = openLink(parley, (await sessionOf(booked.session_id)).join_url);
    expect(mailed.token).not.toBe(person.token);
    const moved = (await mailed.post('/booking', { start_at: slots[1] })).body.data;
    expect(moved).toMatchObject({ session_id: booked.session_id, start_at: slots[1] });
    expect((await cancelBooking(mailed)).status).toBe(200);
    const again = (await mailed.post('/booking', { start_at: slots[0] })).body.data;
    expect(again.session_id).not.toBe(booked.session_id);
    expect((await person.get('/slots')).body.data.booking).toMatchObject({ session_id: again.session_id });
  });

  test('books no call after the interview was held', async () => {
    const made = await publishTest(ada, project, { ...interview, consent: null });
    const person = await openLink(parley, made.share_url).start({ email: 'mina@example.com' });
    const { session_id } = (await person.post('/booking', { start_at: slots[0] })).body.data;
    await ada.post(`/v1/engage/sessions/${session_id}/complete`);
    const again = await person.post('/booking', { start_at: slots[1] });
    expect(again.body.error.details).toEqual([
      { field: 'link', message: 'This link was used: the response is completed.' },
    ]);
  });
});
