import { residentBytes } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { beginSignIn, signInHeaders } from '../../server/src/features/identity/sign-in/index.ts';
import {
  type DeliveryFixture,
  logResult,
  openDeliveryFixture,
  seconds,
} from '../fixtures/delivery-fixture.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.killServers());
afterAll(() => fixture.close());

const streamCount = 240;

test('hundreds of streams of one browser and large messages neither stall the server nor fill its memory', async () => {
  const { account, postgres } = fixture;
  const api = await fixture.start('api');
  const send = async <T>(path: string, body: object | undefined, headers: Record<string, string>) => {
    const response = await fetch(api.url + path, {
      method: 'POST',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, ...((await response.json()) as { data: T }) };
  };
  const byKey = { authorization: `Bearer ${account.key}` };
  const start_at = new Date(Date.now() + 600_000).toISOString();
  const made = await send<{ id: string }>(
    `/v1/projects/${account.project_id}/tests`,
    {
      name: 'Checkout',
      type: 'live_interview',
      questions: [{ type: 'open', text: 'Why?' }],
      scheduling: { timezone: 'UTC', duration_minutes: 30, slots: [{ start_at }] },
    },
    byKey,
  );
  await send(`/v1/engage/tests/${made.data.id}/publish`, undefined, byKey);
  const booked = await send<{ id: string; join_url: string }>(
    `/v1/engage/tests/${made.data.id}/sessions`,
    { participant: { email: 'mina@example.com', name: 'Mina' }, scheduled_start_at: start_at },
    byKey,
  );
  const byLink = { authorization: `Bearer ${booked.data.join_url.split('/t/')[1]}` };
  const byCookie = signInHeaders(api.url, await beginSignIn(postgres.db, account.user_id, new Date()));
  const ofResearcher = `/app/v1/engage/sessions/${booked.data.id}/call`;
  const { data: mina } = await send<{ peer_id: string }>('/p/v1/call/join', {}, byLink);
  const { data: ada } = await send<{ peer_id: string }>(`${ofResearcher}/join`, undefined, byCookie);

  const before = residentBytes(api.pid);
  let peak = before;
  let longestMs = 0;
  let running = true;
  const observer = (async () => {
    while (running) {
      const asked = performance.now();
      await fetch(`${api.url}/v1/me`, { headers: byKey }).then((response) => response.arrayBuffer());
      longestMs = Math.max(longestMs, performance.now() - asked);
      peak = Math.max(peak, residentBytes(api.pid));
      await seconds(0.05);
    }
  })();

  const controller = new AbortController();
  let received = 0;
  let ended = 0;
  const open = async () => {
    const response = await fetch(`${api.url}/p/v1/call/events?peer_id=${mina.peer_id}`, {
      headers: byLink,
      signal: controller.signal,
    });
    for await (const chunk of response.body ?? []) received += chunk.length;
    ended++;
  };
  const message = { peer_id: ada.peer_id, to: mina.peer_id, data: { sdp: 'x'.repeat(60_000) } };
  const statuses = new Map<number, number>();
  const streams = Array.from({ length: streamCount }, () => open().catch(() => undefined));
  for (let n = 0; n < 30; n++) {
    const { status } = await send(`${ofResearcher}/signals`, message, byCookie);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  await seconds(5);
  running = false;
  await observer;
  const openStreams = streamCount - ended;
  controller.abort();
  await Promise.all(streams);

  const megabytes = Math.round((peak - before) / 1024 ** 2);
  logResult('streams of one browser', {
    'longest response ms': Math.round(longestMs),
    'more memory MB': megabytes,
    'open streams': openStreams,
    'received kB': Math.round(received / 1024),
    statuses: JSON.stringify([...statuses]),
  });
  expect(openStreams).toBe(1);
  // 17 messages of 60 kB are the most that wait for one browser.
  expect([...statuses]).toEqual([
    [200, 17],
    [429, 13],
  ]);
  expect(longestMs).toBeLessThan(3_000);
  expect(megabytes).toBeLessThan(300);
});
