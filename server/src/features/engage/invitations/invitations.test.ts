import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';
import { markInvitation } from './index.ts';

const clock = createTestClock(new Date('2026-05-01T10:00:00Z'));
const parley = useParley({ clock });
const ada = useAccount(parley);
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});

const fields = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map((row) => row.field);

async function liveTest(): Promise<string> {
  const draft = { name: 'Checkout', type: 'survey', questions: [{ type: 'open', text: 'Why?' }] };
  const { id } = (await ada.post(`/v1/projects/${project}/tests`, draft)).body.data;
  expect((await ada.post(`/v1/engage/tests/${id}/publish`)).status).toBe(200);
  return id;
}
const invite = (testId: string, participants: object[], more: object = {}) =>
  ada.post(`/v1/engage/tests/${testId}/invitations`, { participants, ...more });
const inviteOne = async (testId: string, email = 'grace@example.com', more: object = {}) =>
  (await invite(testId, [{ email }], more)).body.data[0];
const queuedMails = async (invitationId: string) =>
  (await parley.db.query(sql`select 1 from tasks where subject = ${invitationId}`)).length;
const asParticipant = (url: string) => ({ authorization: `Bearer ${url.split('/t/')[1]}` });

describe('inviting people', () => {
  test('returns an invitation with a personal link for each address, and queues a mail for each', async () => {
    const testId = await liveTest();
    const answer = await invite(
      testId,
      [
        { email: 'Grace@Example.com', name: 'Grace', timezone: 'America/New_York', locale: 'en-US' },
        { email: 'konrad@example.com', metadata: { panel: 'b' } },
      ],
      { message: 'Hello', expires_at: '2026-06-01T00:00:00+02:00' },
    );
    expect(answer.status).toBe(201);
    const [grace, konrad] = answer.body.data;
    expect(grace).toMatchObject({
      project_id: project,
      test_id: testId,
      email: 'Grace@Example.com',
      name: 'Grace',
      status: 'queued',
      timezone: 'America/New_York',
      locale: 'en-US',
      message: 'Hello',
      bounce_reason: null,
      sent_at: null,
      expires_at: '2026-05-31T22:00:00.000Z',
      session_id: null,
      response_id: null,
      metadata: {},
      simulated: false,
      duplicate: false,
      created_by: ada.user_id,
    });
    expect(konrad).toMatchObject({ name: null, metadata: { panel: 'b' }, duplicate: false });
    expect(grace.invite_url).toMatch(/\/t\/[\w-]{32}$/);
    expect(grace.invite_url).not.toBe(konrad.invite_url);
    expect(await queuedMails(grace.id)).toBe(1);
    const { duplicate: _, ...alone } = grace;
    expect((await ada.get(`/v1/engage/invitations/${grace.id}`)).body.data).toEqual(alone);
    const person = await ada.get(`/v1/participants/${grace.participant_id}`);
    expect(person.body.data).toMatchObject({
      email: 'Grace@Example.com',
      name: 'Grace',
      timezone: 'America/New_York',
      invitation_count: 1,
    });
    expect((await ada.get(`/v1/tests/${testId}`)).body.data.status).toBe('live');
    expect((await ada.get(`/v1/engage/tests/${testId}`)).body.data.invitation_count).toBe(2);
  });

  test('invites an address once, even with other case, within one request and in twenty requests at once', async () => {
    const testId = await liveTest();
    const people = [
      { email: 'mary@example.com' },
      { email: 'MARY@example.com' },
      { email: 'jos\u0065\u0301@example.com' },
      { email: 'jos\u00e9@example.com' },
    ];
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite(testId, people)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const all = answers.flatMap(({ body }) => body.data as { id: string; duplicate: boolean }[]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(2);
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(2);
    for (const { body } of answers) {
      expect(body.data).toHaveLength(4);
      expect(body.data[0].id).toBe(body.data[1].id);
      expect(body.data[2].id).toBe(body.data[3].id);
    }
    for (const { id } of all.slice(0, 3)) expect(await queuedMails(id)).toBe(1);
    expect((await ada.get(`/v1/engage/tests/${testId}`)).body.data.invitation_count).toBe(2);
  });

  test('invites someone again whose invitation was revoked, with a new link, and nobody who declined', async () => {
    const testId = await liveTest();
    const people = [{ email: 'revoked@example.com' }, { email: 'declined@example.com' }];
    const [one, two] = (await invite(testId, people)).body.data;
    const at = <const Method extends string, const Path extends string>(
      url: string,
      method: Method,
      path: Path,
    ) =>
      parley.request(method, `/p/v1${path}`, {
        headers: { authorization: `Bearer ${url.split('/t/')[1]}` },
        ...(method === 'POST' ? { body: {} } : {}),
      });
    expect((await ada.delete(`/v1/engage/invitations/${one.id}`)).status).toBeLessThan(300);
    expect((await at(two.invite_url, 'POST', '/decline')).status).toBe(200);
    const [again, declined] = (await invite(testId, people, { message: 'Sorry' })).body.data;
    expect(again).toMatchObject({ id: one.id, status: 'queued', message: 'Sorry', duplicate: false });
    expect(again.invite_url).not.toBe(one.invite_url);
    expect(declined).toMatchObject({ id: two.id, status: 'declined', duplicate: true });
    expect(await queuedMails(one.id)).toBe(1);
    expect((await at(one.invite_url, 'GET', '/test')).body.data.state).toBe('revoked');
    expect((await at(again.invite_url, 'GET', '/test')).body.data.state).toBe('ready');
  });

  test('finds the person who is already known in the project, and adds only what was unknown', async () => {
    const one = (await invite(await liveTest(), [{ email: 'alan@example.com', name: 'Alan' }])).body.data[0];
    const two = (
      await invite(await liveTest(), [{ email: 'ALAN@example.com', name: 'A. Turing', locale: 'en-GB' }])
    ).body.data[0];
    expect(two.participant_id).toBe(one.participant_id);
    expect(two.duplicate).toBe(false);
    const { body } = await ada.get(`/v1/participants/${one.participant_id}`);
    expect(body.data).toMatchObject({ name: 'Alan', locale: 'en-GB', invitation_count: 2 });
  });

  test('accepts 100 people and lists them in pages, by status and by part of the address', async () => {
    const testId = await liveTest();
    const people = Array.from({ length: 100 }, (_, i) => ({ email: `person.${i}@example.com` }));
    const { status, body } = await invite(testId, people);
    expect(status).toBe(201);
    expect(body.data.map((row: { email: string }) => row.email)).toEqual(people.map(({ email }) => email));
    const list = await ada.get(`/v1/engage/tests/${testId}/invitations?limit=100&status=queued,sent`);
    expect(list.body.data).toHaveLength(100);
    const found = await ada.get(`/v1/engage/tests/${testId}/invitations?q=PERSON.42@`);
    expect(found.body.data).toHaveLength(1);
    expect((await ada.get(`/v1/engage/tests/${testId}/invitations?status=bounced`)).body.data).toEqual([]);
    expect(fields(await invite(testId, [...people, { email: 'x@example.com' }]))).toEqual(['participants']);
    expect(fields(await invite(testId, []))).toEqual(['participants']);
  });

  test('refuses bad addresses with one entry each and invites nobody', async () => {
    const testId = await liveTest();
    const bad = [
      'ada',
      'a b@example.com',
      'ada@example.com, eve@example.com',
      'Ada <ada@example.com>',
      'ada@example.com\r\nBcc: eve@example.com',
      `${'a'.repeat(250)}@example.com`,
      '',
    ];
    const answer = await invite(testId, [{ email: 'good@example.com' }, ...bad.map((email) => ({ email }))]);
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual(bad.map((_, i) => `participants.${i + 1}.email`));
    expect((await ada.get(`/v1/engage/tests/${testId}/invitations`)).body.data).toEqual([]);
  });

  test('refuses an expiry in the past and other wrong values', async () => {
    const testId = await liveTest();
    const person = { email: 'x@example.com' };
    expect(fields(await invite(testId, [person], { expires_at: '2026-05-01T10:00:00Z' }))).toEqual([
      'expires_at',
    ]);
    const answer = await invite(testId, [
      { ...person, timezone: 'Nowhere', locale: '??', name: '', extra: 1 },
    ]);
    expect(fields(answer).sort()).toEqual(
      ['extra', 'locale', 'name', 'timezone'].map((name) => `participants.0.${name}`),
    );
  });

  test('needs a live test', async () => {
    const draft = { name: 'Draft', type: 'survey', questions: [{ type: 'open', text: 'Why?' }] };
    const { id } = (await ada.post(`/v1/projects/${project}/tests`, draft)).body.data;
    const person = [{ email: 'x@example.com' }];
    expect(fields(await invite(id, person))).toEqual(['status']);
    await ada.post(`/v1/engage/tests/${id}/publish`);
    await ada.post(`/v1/engage/tests/${id}/pause`);
    expect(fields(await invite(id, person))).toEqual(['status']);
  });
});

describe('the steps of an invitation', () => {
  const read = async (id: string) => (await ada.get(`/v1/engage/invitations/${id}`)).body.data;

  test('only go forward, and a later step fills in the earlier times', async () => {
    const { id } = await inviteOne(await liveTest());
    const at = new Date('2026-05-01T11:00:00Z');
    expect(await markInvitation(parley.db, id, 'started', at)).toBe(true);
    expect(await markInvitation(parley.db, id, 'opened', new Date('2026-05-01T12:00:00Z'))).toBe(false);
    expect(await read(id)).toMatchObject({
      status: 'started',
      opened_at: at.toISOString(),
      started_at: at.toISOString(),
      completed_at: null,
    });
    expect(await markInvitation(parley.db, id, 'completed', at)).toBe(true);
    expect(await markInvitation(parley.db, id, 'declined', at)).toBe(false);
    expect(await read(id)).toMatchObject({ status: 'completed', completed_at: at.toISOString() });
  });

  test('end with the expiry unless the person has started', async () => {
    const testId = await liveTest();
    const more = { expires_at: new Date(clock.now().getTime() + 3_600_000).toISOString() };
    const waiting = await inviteOne(testId, 'waiting@example.com', more);
    const started = await inviteOne(testId, 'started@example.com', more);
    const unlimited = await inviteOne(testId, 'unlimited@example.com');
    await markInvitation(parley.db, started.id, 'started', clock.now());
    clock.advance(3_600_000);
    await parley.sweep();
    expect((await read(waiting.id)).status).toBe('expired');
    expect((await read(started.id)).status).toBe('started');
    expect((await read(unlimited.id)).status).toBe('queued');

    const path = `/v1/engage/invitations/${waiting.id}/resend` as const;
    expect(fields(await ada.post(path))).toEqual(['expires_at']);
    const renewed = await ada.post(path, { expires_at: '2027-01-01T00:00:00Z' });
    expect(renewed.body.data).toMatchObject({ status: 'queued', expires_at: '2027-01-01T00:00:00.000Z' });
    expect(renewed.body.data.invite_url).toBe(waiting.invite_url);
  });

  test('include declining with the link, once or twice, but not after the end', async () => {
    const testId = await liveTest();
    const declined = await inviteOne(testId, 'no@example.com');
    const headers = asParticipant(declined.invite_url);
    for (let i = 0; i < 2; i++) {
      const answer = await parley.request('POST', '/p/v1/decline', { headers });
      expect(answer).toMatchObject({ status: 200, body: { data: { status: 'declined' } } });
    }
    expect((await read(declined.id)).status).toBe('declined');
    expect(fields(await ada.post(`/v1/engage/invitations/${declined.id}/resend`))).toEqual(['status']);

    const done = await inviteOne(testId, 'done@example.com');
    await markInvitation(parley.db, done.id, 'completed', clock.now());
    const late = await parley.request('POST', '/p/v1/decline', { headers: asParticipant(done.invite_url) });
    expect(late.status).toBe(422);
    expect(fields(late)).toEqual(['link']);
  });
});

describe('revoking an invitation', () => {
  test('ends the link, removes the queued mail and leaves the record', async () => {
    const testId = await liveTest();
    const invitation = await inviteOne(testId);
    const path = `/v1/engage/invitations/${invitation.id}`;
    for (let i = 0; i < 2; i++) {
      expect((await ada.delete(path)).body).toEqual({ data: { id: invitation.id, deleted: true } });
    }
    expect((await ada.get(path)).body.data).toMatchObject({ status: 'revoked', email: 'grace@example.com' });
    expect(await queuedMails(invitation.id)).toBe(0);
    expect(fields(await ada.post(`${path}/resend`))).toEqual(['status']);
  });

  test('refuses to revoke an invitation after the person has finished', async () => {
    const { id } = await inviteOne(await liveTest());
    await markInvitation(parley.db, id, 'completed', clock.now());
    expect(fields(await ada.delete(`/v1/engage/invitations/${id}`))).toEqual(['status']);
  });
});
