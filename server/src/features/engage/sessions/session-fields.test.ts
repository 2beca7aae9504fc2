import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
let project: string;
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
const vera = useAccount(parley, () => ({ workspace_id: ada.workspace_id, role: 'viewer' }));
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});

/** Each session has a time of its own. */
let day = 0;
const nextTime = () => new Date(Date.UTC(2027, 3, ++day, 10)).toISOString();
async function liveTest(start_at = nextTime()) {
  const made = await publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: { timezone: 'America/Bogota', duration_minutes: 30, slots: [{ start_at }] },
  });
  return { id: made.id as string, share_url: made.share_url as string, start_at };
}
const schedule = async (testId: string, body: object) =>
  (await ada.post(`/v1/engage/tests/${testId}/sessions`, { scheduled_start_at: nextTime(), ...body })).body
    .data;
const invite = async (testId: string, person: object) =>
  (await ada.post(`/v1/engage/tests/${testId}/invitations`, { participants: [person] })).body.data[0];

describe('personal links', () => {
  test('shows personal links to those who may write, and to no viewer, in lists and records', async () => {
    const { id } = await liveTest();
    const invitation = await invite(id, { email: 'grace@example.com' });
    const session = await schedule(id, { invitation_id: invitation.id });
    expect(session.join_url).toMatch(/\/t\/[\w-]{32}$/);
    expect(invitation.invite_url).toMatch(/\/t\/[\w-]{32}$/);
    for (const path of [
      `/v1/engage/tests/${id}/invitations`,
      `/v1/engage/invitations/${invitation.id}`,
      `/v1/engage/tests/${id}/sessions`,
      `/v1/engage/sessions?test_id=${id}`,
      `/v1/engage/sessions/${session.id}`,
      `/v1/participants/${session.participant.id}`,
      `/v1/projects/${project}/participants`,
      `/v1/events?project_id=${project}`,
    ]) {
      const seen = await vera.get(path);
      expect([path, seen.status]).toEqual([path, 200]);
      const urls = [session.join_url, invitation.invite_url].filter((url) => seen.text.includes(url));
      expect([path, urls]).toEqual([path, []]);
    }
    const own = (await vera.get(`/v1/engage/sessions/${session.id}`)).body.data;
    expect(own).toEqual({ ...session, join_url: null });
  });

  test('puts personal links in no event', async () => {
    const { id } = await liveTest();
    const session = await schedule(id, { participant: { email: 'event@example.com' } });
    await ada.post(`/v1/engage/sessions/${session.id}/complete`);
    const { text } = await ada.get(`/v1/events?project_id=${project}&type=engage.session.completed`);
    expect(text).toContain(session.id);
    expect(text).not.toContain('/t/');
  });
});

describe('the timezone of a session', () => {
  test('uses the timezone of the request, else of the invitation, else of the person, else of the times of the test', async () => {
    const { id } = await liveTest();
    const person = { email: 'tz@example.com', timezone: 'Asia/Tokyo' };
    expect((await schedule(id, { participant: person })).timezone).toBe('Asia/Tokyo');
    const known = await schedule(id, { participant: { email: 'tz@example.com' } });
    expect(known.timezone).toBe('Asia/Tokyo');
    const own = await invite(id, { email: 'invited@example.com', timezone: 'Europe/Lisbon' });
    expect((await schedule(id, { invitation_id: own.id })).timezone).toBe('Europe/Lisbon');
    const without = await invite(id, { email: 'TZ@example.com' });
    expect((await schedule(id, { invitation_id: without.id })).timezone).toBe('Asia/Tokyo');
    expect((await schedule(id, { participant: { email: 'new@example.com' } })).timezone).toBe(
      'America/Bogota',
    );
  });

  test('uses the timezone of the person for a booking without a timezone', async () => {
    const { id, start_at } = await liveTest();
    const { invite_url } = await invite(id, { email: 'books@example.com' });
    const booked = await openLink(parley, invite_url).post('/booking', { start_at });
    expect(booked.body.data.timezone).toBe('America/Bogota');
    const other = await liveTest();
    const person = await openLink(parley, other.share_url).start({ timezone: 'Asia/Tokyo' });
    const own = await person.post('/booking', { start_at: other.start_at });
    expect(own.body.data.timezone).toBe('Asia/Tokyo');
  });

  test.each(['Mars/Olympus', '', 'UTC+25', null])(
    'the timezone of a session cannot be %j',
    async (timezone) => {
      const { id } = await liveTest();
      const session = await schedule(id, { participant: { email: 'bad@example.com' } });
      expect((await ada.patch(`/v1/engage/sessions/${session.id}`, { timezone })).status).toBe(422);
      const scheduled = await ada.post(`/v1/engage/tests/${id}/sessions`, {
        participant: { email: 'bad@example.com', timezone },
        scheduled_start_at: nextTime(),
      });
      expect(scheduled.status).toBe(422);
    },
  );
});

test('a summary that a researcher writes has no quotations of the old one', async () => {
  const { id } = await liveTest();
  const session = await schedule(id, { participant: { email: 'sum@example.com' } });
  const citations = [{ file_id: null, quote: 'It was slow.', verified: true }];
  await parley.db.query(sql`
    update engage_sessions set summary = 'Old [1]', summary_citations = ${JSON.stringify(citations)}::jsonb
     where id = ${session.id}`);
  const changed = await ada.patch(`/v1/engage/sessions/${session.id}`, { summary: 'New' });
  expect(changed.body.data).toMatchObject({ summary: 'New', summary_citations: [] });
});
