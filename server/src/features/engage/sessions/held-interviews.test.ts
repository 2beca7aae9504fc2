import { beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
const slot = '2027-03-28T10:00:00Z';
const parley = useParley({ clock });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

async function invite(email: string) {
  const { id } = await publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: { timezone: 'Europe/Berlin', duration_minutes: 30, slots: [{ start_at: slot }] },
  });
  const invited = await ada.post(`/v1/engage/tests/${id}/invitations`, { participants: [{ email }] });
  const [invitation] = invited.body.data;
  return { testId: id as string, invitation, link: openLink(parley, invitation.invite_url) };
}
const eventsOf = async (type: string, testId: string) =>
  (await ada.get(`/v1/events?project_id=${project}&type=${type}&limit=100`)).body.data.filter(
    ({ data }: { data: { test_id: string } }) => data.test_id === testId,
  );

test('completes the response and the invitation of a held interview, with one event each and without a link', async () => {
  const { testId, invitation, link } = await invite('mina@example.com');
  await link.start();
  const { session_id } = (await link.post('/booking', { start_at: slot })).body.data;
  const session = (await ada.get(`/v1/engage/sessions/${session_id}`)).body.data;
  expect(session.join_url).toContain('/t/');
  const completed = await Promise.all(
    [1, 2, 3].map(() => ada.post(`/v1/engage/sessions/${session_id}/complete`)),
  );
  expect(completed.map(({ status }) => status)).toEqual([200, 200, 200]);

  const responses = (await ada.get(`/v1/tests/${testId}/responses`)).body.data;
  expect(responses).toMatchObject([{ status: 'completed', session_id }]);
  expect((await ada.get(`/v1/engage/invitations/${invitation.id}`)).body.data.status).toBe('completed');
  expect((await link.get('/test')).body.data.state).toBe('completed');
  const submitted = await eventsOf('test.response.submitted', testId);
  const held = await eventsOf('engage.session.completed', testId);
  expect([submitted.length, held.length]).toEqual([1, 1]);
  expect(held[0].data).toMatchObject({ id: session_id, response_id: responses[0].id, join_url: null });
  expect(JSON.stringify([submitted, held])).not.toContain('/t/');
});

test('completes the invitation of someone who came without a response', async () => {
  const { testId, invitation, link } = await invite('otto@example.com');
  const { session_id } = (await link.post('/booking', { start_at: slot })).body.data;
  await ada.post(`/v1/engage/sessions/${session_id}/complete`);
  expect((await ada.get(`/v1/engage/invitations/${invitation.id}`)).body.data.status).toBe('completed');
  expect(await eventsOf('test.response.submitted', testId)).toEqual([]);
  expect((await link.get('/test')).body.data.state).toBe('completed');
});

test.each(['pause', 'close'])(
  'keeps a booked interview reachable after %s, until it is canceled',
  async (action) => {
    const { testId, link } = await invite(`${action}@example.com`);
    await link.start();
    const { session_id } = (await link.post('/booking', { start_at: slot })).body.data;
    const session = (await ada.get(`/v1/engage/sessions/${session_id}`)).body.data;
    expect((await ada.post(`/v1/engage/tests/${testId}/${action}`)).status).toBe(200);
    for (const own of [link, openLink(parley, session.join_url)]) {
      const visit = (await own.get('/test')).body.data;
      expect(visit).toMatchObject({ state: 'in_progress', session: { id: session_id } });
      expect((await own.get('/slots')).body.data).toMatchObject({
        slots: [],
        booking: { session_id, status: 'scheduled' },
      });
    }
    clock.set(new Date(slot));
    expect((await link.post('/call/join')).status).toBe(200);
    clock.set(new Date('2027-03-20T09:00:00Z'));
    const canceled = await parley.request('DELETE', '/p/v1/booking', {
      headers: { authorization: `Bearer ${link.token}` },
    });
    expect(canceled.body.data.status).toBe('canceled');
    expect((await link.get('/test')).body.data.state).toBe(action === 'pause' ? 'paused' : 'closed');
    expect((await link.get('/slots')).status).toBe(422);
  },
);

test('a booked interview and its response name each other, whichever came first', async () => {
  const device = { kind: 'mobile', os: 'iOS', browser: 'Safari' };
  const named = async (testId: string, session_id: string) => {
    const [response] = (await ada.get(`/v1/tests/${testId}/responses`)).body.data;
    expect(response).toMatchObject({ status: 'in_progress', session_id, participant: { device } });
    expect((await ada.get(`/v1/engage/sessions/${session_id}`)).body.data).toMatchObject({
      status: 'scheduled',
      response_id: response.id,
      participant: { device },
    });
  };
  const first = await invite('nils@example.com');
  await first.link.start({ device });
  await named(first.testId, (await first.link.post('/booking', { start_at: slot })).body.data.session_id);

  const second = await invite('olga@example.com');
  const scheduled = await ada.post(`/v1/engage/tests/${second.testId}/sessions`, {
    invitation_id: second.invitation.id,
    scheduled_start_at: slot,
  });
  expect(scheduled.status, scheduled.text).toBe(201);
  await second.link.start({ device });
  await named(second.testId, scheduled.body.data.id);
});

test('a person who starts with two links completes the response that names the interview', async () => {
  const { testId, invitation, link } = await invite('pia@example.com');
  const scheduled = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
    invitation_id: invitation.id,
    scheduled_start_at: slot,
  });
  const { id: session_id, join_url } = scheduled.body.data;
  await openLink(parley, join_url).start();
  await link.start();
  expect((await ada.post(`/v1/engage/sessions/${session_id}/complete`)).status).toBe(200);
  const responses = (await ada.get(`/v1/tests/${testId}/responses?status=completed`)).body.data;
  expect(responses).toMatchObject([{ session_id }]);
});

test('says whether the address of the participant is known, so that the page does not ask for it again', async () => {
  const { testId, link } = await invite('kim@example.com');
  const { body } = await ada.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email: 'kim@example.com' },
    scheduled_start_at: slot,
  });
  const opened = (await ada.get(`/v1/tests/${testId}`)).body.data.share_url;
  for (const [own, known] of [
    [link, true],
    [openLink(parley, body.data.join_url), true],
    [openLink(parley, opened), false],
  ] as const)
    expect((await own.get('/test')).body.data.has_email).toBe(known);
});
