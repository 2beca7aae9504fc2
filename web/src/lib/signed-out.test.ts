import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchSignedIn, markSignedIn, setPageOpenTest } from './signed-out.ts';

let sent: string[] = [];
let statuses: number[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(`${request.method} ${await request.text()}`.trim());
    return new Response('{}', { status: statuses.shift() ?? 200 });
  });
  setPageOpenTest(() => true);
});
afterEach(() => {
  setPageOpenTest(() => false);
  vi.unstubAllGlobals();
});

const send = (method: string) =>
  fetchSignedIn(
    new Request('http://parley/app/v1/cards', method === 'GET' ? {} : { method, body: 'Checkout is slow' }),
    { signal: AbortSignal.timeout(60_000) },
  );

it('sends a change again after the same user has signed in again', async () => {
  statuses = [401, 201];
  const response = send('POST');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  markSignedIn({ isSameUser: true });
  expect((await response).status).toBe(201);
  expect(sent).toEqual(['POST Checkout is slow', 'POST Checkout is slow']);
});

it('does not send a change of the previous user after another user has signed in', async () => {
  statuses = [401, 201];
  const response = send('PATCH');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  markSignedIn();
  expect((await response).status).toBe(401);
  expect(sent).toHaveLength(1);
});

it('returns 401 at once for a read, and for a change without an open page', async () => {
  statuses = [401, 401];
  expect((await send('GET')).status).toBe(401);
  setPageOpenTest(() => false);
  expect((await send('POST')).status).toBe(401);
});
