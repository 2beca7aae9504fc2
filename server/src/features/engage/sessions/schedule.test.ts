import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, until } from '../../../../test/harness.ts';
import { useAccount, useParley } from '../../../../test/use-parley.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
const parley = useParley({ clock, work: true });
const ada = useAccount(parley, { email: 'ada@example.com', name: 'Ada' });
let project: string;
beforeAll(async () => {
  project = (await ada.post('/v1/projects', { name: 'Study', visibility: 'workspace' })).body.data.id;
});
// The researcher has no sessions at the start of a test.
afterEach(() => parley.db.query(sql`update engage_sessions set status = 'canceled'`));

const windows = [{ start_at: '2027-03-28T00:00:00Z', end_at: '2027-03-28T03:00:00Z' }];
async function liveTest(fields: object = {}): Promise<string> {
  const created = await ada.post(`/v1/projects/${project}/tests`, {
    name: 'Checkout',
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    consent: { text: 'I agree.', recording: true },
    scheduling: { timezone: 'Europe/Berlin', duration_minutes: 45, slots: windows },
    ...fields,
  });
  expect((await ada.post(`/v1/engage/tests/${created.body.data.id}/publish`)).status).toBe(200);
  return created.body.data.id;
}
const schedule = (testId: string, email: string, start: string, more: object = {}) =>
  ada.post(`/v1/engage/tests/${testId}/sessions`, {
    participant: { email, name: 'Mina', timezone: 'America/New_York' },
    scheduled_start_at: start,
    ...more,
  });
const tokenOf = (session: { join_url: string }) => session.join_url.split('/t/')[1] as string;
const asParticipant =
  (token: string) =>
  <const Method extends string, const Route extends string>(method: Method, route: Route, body?: unknown) =>
    parley.request(method, `/p/v1${route}`, { body, headers: { authorization: `Bearer ${token}` } });
const details = (response: { body: { error: { details: unknown } } }) => response.body.error.details;

interface CalendarMail {
  to: string | undefined;
  subject: string | undefined;
  text: string;
  method: unknown;
  event: ICAL.Event;
}

async function mailsAbout(sessionId: string): Promise<CalendarMail[]> {
  const outbox = path.join(parley.config.dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))),
  );
  return mails.flatMap((mail) => {
    const calendar = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
    if (!calendar) return [];
    const content = new TextDecoder().decode(calendar.content as ArrayBuffer);
    const component = new ICAL.Component(ICAL.parse(content));
    const event = new ICAL.Event(component.getFirstSubcomponent('vevent') as ICAL.Component);
    if (!event.uid.startsWith(sessionId)) return [];
    return [
      {
        to: mail.to?.[0]?.address,
        subject: mail.subject,
        text: mail.text ?? '',
        method: component.getFirstPropertyValue('method'),
        event,
      },
    ];
  });
}

describe('scheduling by a researcher', () => {
  test('creates a session with a personal link, and sends both a calendar entry that follows changes', async () => {
    const testId = await liveTest();
    const created = await schedule(testId, 'mina@example.com', '2027-03-28T00:30:00Z');
    expect(created.status).toBe(201);
    const session = created.body.data;
    expect(session).toMatchObject({
      kind: 'live',
      status: 'scheduled',
      scheduled_start_at: '2027-03-28T00:30:00.000Z',
      scheduled_end_at: '2027-03-28T01:15:00.000Z',
      participant: { email: 'mina@example.com', name: 'Mina', timezone: 'America/New_York' },
      join_url: expect.stringMatching(/\/t\/[\w-]{32}$/),
    });
    const sent = async (count: number) =>
      until(async () => {
        const mails = await mailsAbout(session.id);
        return mails.length >= count && mails;
      }, `${count} mails`);
    const first = await sent(2);
    expect(first.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'mina@example.com']);
    for (const { method, event, to, text } of first) {
      expect([method, event.sequence]).toEqual(['REQUEST', 0]);
      expect(event.startDate.toJSDate().toISOString()).toBe('2027-03-28T00:30:00.000Z');
      expect(text.includes(session.join_url)).toBe(to === 'mina@example.com');
    }
    const mina = first.find(({ to }) => to === 'mina@example.com');
    expect(mina?.text).toContain('Saturday, 27 March 2027 at 20:30 (America/New_York)');

    const moved = await ada.patch(`/v1/engage/sessions/${session.id}`, {
      scheduled_start_at: '2027-03-28T02:00:00Z',
    });
    expect(moved.body.data.scheduled_end_at).toBe('2027-03-28T02:45:00.000Z');
    const second = (await sent(4)).slice(2);
    expect(second.map(({ method, event }) => [method, event.sequence, event.uid])).toEqual(
      Array(2).fill(['REQUEST', 1, first[0]?.event.uid]),
    );
    expect((await ada.post(`/v1/engage/sessions/${session.id}/cancel`)).body.data.status).toBe('canceled');
    const third = (await sent(6)).slice(4);
    expect(third.map(({ method, event }) => [method, event.sequence])).toEqual(Array(2).fill(['CANCEL', 2]));
    expect((await ada.post(`/v1/engage/sessions/${session.id}/cancel`)).status).toBe(200);
  });

  test('refuses an overlap, a time in the past, an end before the start, and a test that is not live', async () => {
    const testId = await liveTest();
    const { id } = (await schedule(testId, 'a@example.com', '2027-04-01T10:00:00Z')).body.data;
    const overlapping = await schedule(testId, 'b@example.com', '2027-04-01T10:44:00Z');
    expect([overlapping.status, details(overlapping)]).toEqual([
      422,
      [{ field: 'scheduled_start_at', message: 'Another session of this test is at this time.' }],
    ]);
    expect((await schedule(testId, 'b@example.com', '2027-04-01T10:45:00Z')).status).toBe(201);
    const late = await ada.patch(`/v1/engage/sessions/${id}`, { scheduled_end_at: '2027-04-01T10:50:00Z' });
    expect(late.status).toBe(422);
    expect((await schedule(testId, 'c@example.com', '2027-03-01T10:00:00Z')).status).toBe(422);
    const backwards = { scheduled_end_at: '2027-05-01T09:00:00Z' };
    expect((await schedule(testId, 'c@example.com', '2027-05-01T10:00:00Z', backwards)).status).toBe(422);
    const last = await schedule(testId, 'c@example.com', '9999-12-31T23:59:59Z');
    expect(details(last)).toEqual([{ field: 'scheduled_end_at', message: 'must be before 9999-12-31.' }]);
    await ada.post(`/v1/engage/tests/${testId}/pause`);
    const paused = await schedule(testId, 'c@example.com', '2027-05-01T10:00:00Z');
    expect(details(paused)).toEqual([
      { field: 'test_id', message: 'The test is paused; only a live test has sessions.' },
    ]);
  });

  test('frees the time of a canceled session', async () => {
    const testId = await liveTest();
    const { id } = (await schedule(testId, 'a@example.com', '2027-04-02T10:00:00Z')).body.data;
    await ada.post(`/v1/engage/sessions/${id}/cancel`);
    expect((await schedule(testId, 'b@example.com', '2027-04-02T10:00:00Z')).status).toBe(201);
    const again = await ada.patch(`/v1/engage/sessions/${id}`, {
      scheduled_start_at: '2027-04-05T10:00:00Z',
    });
    expect(details(again)).toEqual([{ field: 'status', message: 'The session is canceled.' }]);
  });

  test('gives one time to one of fifty concurrent requests', async () => {
    const testId = await liveTest();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => schedule(testId, `p${i}@example.com`, '2027-04-03T10:00:00Z')),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(422)]);
    expect((await ada.get(`/v1/engage/tests/${testId}/sessions?limit=100`)).body.data).toHaveLength(1);
  });
});

describe('booking by a participant', () => {
  /** A personal link as an invitation or a started response gives it. */
  async function personalLink(testId: string, email: string): Promise<string> {
    const { body } = await schedule(testId, email, new Date(Date.UTC(2028, 0, 1, ++hour)).toISOString());
    const token = tokenOf(body.data);
    await asParticipant(token)('DELETE', '/booking');
    await asParticipant(token)('POST', '/response', { consent_version: 1 });
    return token;
  }
  let hour = 0;

  test('shows free times, books one, moves it, and cancels it', async () => {
    const testId = await liveTest();
    const call = asParticipant(await personalLink(testId, 'mina@example.com'));
    const before = (await call('GET', '/slots')).body.data;
    expect(before.slots.map(({ start_at }: { start_at: string }) => start_at)).toEqual([
      '2027-03-28T00:00:00.000Z',
      '2027-03-28T00:45:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-03-28T02:15:00.000Z',
    ]);
    expect(before).toMatchObject({ booking: null, has_email: true });
    const booked = await call('POST', '/booking', {
      start_at: '2027-03-28T00:45:00Z',
      timezone: 'Asia/Tokyo',
    });
    expect(booked.status).toBe(201);
    expect(booked.body.data).toMatchObject({ status: 'scheduled', timezone: 'Asia/Tokyo' });
    const repeated = await call('POST', '/booking', { start_at: '2027-03-28T00:45:00Z' });
    expect(repeated.body).toEqual(booked.body);
    const other = asParticipant(await personalLink(testId, 'otto@example.com'));
    expect((await other('GET', '/slots')).body.data.slots).toHaveLength(3);
    expect(details(await other('POST', '/booking', { start_at: '2027-03-28T00:45:00Z' }))).toEqual([
      { field: 'start_at', message: 'This time was just taken. Choose another.' },
    ]);
    expect((await other('POST', '/booking', { start_at: '2027-03-28T00:50:00Z' })).status).toBe(422);
    const moved = await call('POST', '/booking', { start_at: '2027-03-28T01:30:00Z' });
    expect(moved.body.data).toMatchObject({
      session_id: booked.body.data.session_id,
      start_at: '2027-03-28T01:30:00.000Z',
    });
    expect((await other('POST', '/booking', { start_at: '2027-03-28T00:45:00Z' })).status).toBe(201);
    expect((await call('DELETE', '/booking')).body.data.status).toBe('canceled');
    expect((await call('DELETE', '/booking')).status).toBe(422);
  });

  test('offers no time at which the researcher has a session of another test', async () => {
    const [checkout, search] = [await liveTest(), await liveTest()];
    const call = asParticipant(await personalLink(search, 'mina@example.com'));
    const slots = async () =>
      (await call('GET', '/slots')).body.data.slots.map(({ start_at }: { start_at: string }) =>
        start_at.slice(11, 16),
      );
    expect(await slots()).toEqual(['00:00', '00:45', '01:30', '02:15']);
    // From 1:00 to 1:45, over two slots.
    const planned = await schedule(checkout, 'otto@example.com', '2027-03-28T01:00:00Z');
    expect(await slots()).toEqual(['00:00', '02:15']);
    expect(details(await call('POST', '/booking', { start_at: '2027-03-28T01:30:00Z' }))).toEqual([
      { field: 'start_at', message: 'This time was just taken. Choose another.' },
    ]);
    const booked = await call('POST', '/booking', { start_at: '2027-03-28T02:15:00Z' });
    expect(booked.status).toBe(201);
    await ada.post(`/v1/engage/sessions/${planned.body.data.id}/cancel`);
    expect(await slots()).toEqual(['00:00', '00:45', '01:30', '02:15']);
    // A researcher who plans sessions may have a colleague for one of them.
    expect((await schedule(checkout, 'otto@example.com', '2027-03-28T02:15:00Z')).status).toBe(201);
  });

  test('gives one time of a researcher to one of many tests that are booked at once', async () => {
    const links = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => personalLink(await liveTest(), `p${i}@example.com`)),
    );
    const responses = await Promise.all(
      links.map((link) => asParticipant(link)('POST', '/booking', { start_at: '2027-03-28T00:00:00Z' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
  });

  test('offers the time of a colleague who has a session of another test', async () => {
    const grace = await parley.account({ workspace_id: ada.workspace_id, role: 'member' });
    const checkout = await liveTest();
    await schedule(checkout, 'otto@example.com', '2027-03-28T00:00:00Z');
    const created = await grace.post(`/v1/projects/${project}/tests`, {
      name: 'Search',
      type: 'live_interview',
      questions: [{ type: 'open', text: 'Why?' }],
      scheduling: { timezone: 'Europe/Berlin', duration_minutes: 45, slots: windows },
    });
    await grace.post(`/v1/engage/tests/${created.body.data.id}/publish`);
    const call = asParticipant(await personalLink(created.body.data.id, 'mina@example.com'));
    expect((await call('GET', '/slots')).body.data.slots).toHaveLength(4);
  });

  test('gives one slot to one of fifty participants who book it at the same time', async () => {
    const testId = await liveTest();
    const links: string[] = [];
    for (let i = 0; i < 12; i++) links.push(await personalLink(testId, `p${i}@example.com`));
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        asParticipant(links[i % links.length] as string)('POST', '/booking', {
          start_at: '2027-03-28T00:00:00Z',
        }),
      ),
    );
    const booked = responses.filter(({ status }) => status === 201);
    expect(new Set(booked.map(({ body }) => body.data.session_id)).size).toBe(1);
    const [{ taken }] = (await parley.db.query(sql`
      select count(*)::integer as taken from engage_sessions
       where test_id = ${testId} and status = 'scheduled'`)) as [{ taken: number }];
    expect(taken).toBe(1);
    for (const { status } of responses) expect([201, 422]).toContain(status);
  });

  test('refuses a booking after the deadline in the timezone of the participant', async () => {
    const testId = await liveTest({ postDetails: { deadline: '2027-03-27' } });
    const token = await personalLink(testId, 'late@example.com');
    const book = (timezone: string) =>
      asParticipant(token)('POST', '/booking', { start_at: '2027-03-28T00:00:00Z', timezone });
    const before = clock.now();
    clock.set(new Date('2027-03-27T12:00:00Z'));
    expect(details(await book('Pacific/Kiritimati'))).toEqual([
      { field: 'link', message: 'The deadline of this test has passed.' },
    ]);
    expect((await book('America/New_York')).status).toBe(201);
    clock.set(before);
  });

  test('refuses a revoked link and a test that is paused', async () => {
    const testId = await liveTest();
    const token = await personalLink(testId, 'mina@example.com');
    await ada.post(`/v1/engage/tests/${testId}/pause`);
    expect(details(await asParticipant(token)('GET', '/slots'))).toEqual([
      { field: 'link', message: 'This test is paused.' },
    ]);
    await parley.db.query(sql`update participant_links set revoked_at = now() where test_id = ${testId}`);
    expect(
      details(await asParticipant(token)('POST', '/booking', { start_at: '2027-03-28T00:00:00Z' })),
    ).toEqual([{ field: 'link', message: 'This link was revoked.' }]);
  });
});
