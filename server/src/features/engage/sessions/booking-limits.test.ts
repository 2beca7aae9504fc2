import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley } from '../../../../test/harness.ts';
import { openLink, publishTest } from '../../../../test/participant-link.ts';
import { sql } from '../../../platform/database/index.ts';

const clock = createTestClock(new Date('2027-03-20T09:00:00Z'));
const slotAt = (n: number) => new Date(Date.parse('2027-03-28T08:00:00Z') + n * 1_800_000).toISOString();
let parley: TestParley;
let ada: Account;
let project: string;
beforeAll(async () => {
  parley = await startParley({ clock, env: { TRUST_PROXY: 'true' } });
  ada = await parley.account({ email: 'ada@example.com', name: 'Ada' });
  project = (await ada.post('/v1/projects', { name: 'Study' })).body.data.id;
});
// The researcher has no sessions at the start of a test.
afterEach(() => parley.db.query(sql`update engage_sessions set status = 'canceled'`));
afterAll(() => parley.stop());

const publishInterview = () =>
  publishTest(ada, project, {
    type: 'live_interview',
    questions: [{ type: 'open', text: 'Why?' }],
    scheduling: {
      timezone: 'UTC',
      duration_minutes: 30,
      slots: [{ start_at: slotAt(0), end_at: slotAt(8) }],
    },
  });

const from = (address: string) => ({ 'x-forwarded-for': address });

/** A person who started by the open link and books from this client address. */
async function startFrom(shareUrl: string, address: string, email?: string) {
  const started = await openLink(parley, shareUrl).post('/response', { email }, from(address));
  const { token } = started.body.data;
  const send = <const Method extends string, const Path extends string>(
    method: Method,
    path: Path,
    body?: object,
  ) =>
    parley.request(method, `/p/v1${path}`, {
      body,
      headers: { authorization: `Bearer ${token}`, ...from(address) },
    });
  return {
    book: (n: number) => send('POST', '/booking', { start_at: slotAt(n) }),
    cancel: () => send('DELETE', '/booking'),
    booking: async () => (await send('GET', '/slots')).body.data.booking,
  };
}

test('a stranger changes bookings with one address at most five times an hour, and a refused change changes nothing', async () => {
  const { share_url } = await publishInterview();
  const stranger = await startFrom(share_url, '203.0.113.1', 'victim@example.com');
  const seen = [];
  for (let n = 0; n < 4; n++) seen.push((await stranger.book(n % 2)).status);
  seen.push((await stranger.cancel()).status);
  expect(seen).toEqual([201, 201, 201, 201, 200]);
  const refused = await stranger.book(0);
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'rate_limited', message: expect.stringMatching(/Try again in \d+ minutes\./) } },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await stranger.booking()).toBeNull();
  // A new response, another client and another spelling lead to the same mailbox.
  const again = await startFrom(share_url, '203.0.113.2', 'Victim@Example.com');
  expect((await again.book(2)).status).toBe(429);
  expect(await again.booking()).toBeNull();
  // Other people still book.
  const other = await startFrom(share_url, '203.0.113.1', 'noor@example.com');
  expect((await other.book(2)).status).toBe(201);
});

test('a refused cancellation leaves the booking', async () => {
  const { share_url } = await publishInterview();
  const stranger = await startFrom(share_url, '203.0.113.3');
  for (let n = 0; n < 5; n++) await stranger.book(n % 2);
  expect((await stranger.cancel()).status).toBe(429);
  expect(await stranger.booking()).toMatchObject({ status: 'scheduled', start_at: slotAt(0) });
});

test('the same booking again and a taken time do not count as changes', async () => {
  const { share_url } = await publishInterview();
  await (await startFrom(share_url, '203.0.113.4')).book(3);
  const person = await startFrom(share_url, '203.0.113.5');
  for (let n = 0; n < 10; n++) expect((await person.book(0)).status).toBe(201);
  for (let n = 0; n < 10; n++) expect((await person.book(3)).status).toBe(422);
  expect((await person.book(1)).status).toBe(201);
});

test('one client changes bookings of people without an invitation at most 30 times an hour', async () => {
  const { share_url } = await publishInterview();
  const statuses = [];
  for (let person = 0; person < 7; person++) {
    const stranger = await startFrom(share_url, '203.0.113.6');
    for (const change of [0, 1, 0, 1]) statuses.push((await stranger.book(change)).status);
    statuses.push((await stranger.cancel()).status);
  }
  // The last person has no booking to cancel.
  expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 422]);
  expect(statuses.slice(0, 30).every((status) => status < 300)).toBe(true);
  const other = await startFrom(share_url, '203.0.113.7');
  expect((await other.book(5)).status).toBe(201);
});

test('an invited person changes a booking at most ten times an hour', async () => {
  const { id } = await publishInterview();
  const invited = await ada.post(`/v1/engage/tests/${id}/invitations`, {
    participants: [{ email: 'mina@example.com' }],
  });
  const mina = openLink(parley, invited.body.data[0].invite_url);
  const statuses = [];
  for (let n = 0; n < 11; n++)
    statuses.push((await mina.post('/booking', { start_at: slotAt(n % 2) })).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});
