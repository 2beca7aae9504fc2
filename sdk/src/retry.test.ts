import { expect, test, vi } from 'vitest';
import { fetchWithRetries, pause, retryDelayMs } from './retry.ts';

const url = 'http://parley.example/v1/projects';
const respond = (...statuses: number[]) => {
  const keys: (string | null)[] = [];
  const fetch = async (input: unknown) => {
    keys.push((input as Request).headers.get('Idempotency-Key'));
    return new Response('{}', { status: statuses.shift() ?? 200 });
  };
  return { keys, options: { fetch: fetch as typeof globalThis.fetch, wait: async () => {} } };
};

test('every attempt of a POST carries the same key, and two POSTs carry different ones', async () => {
  const one = respond(503, 429);
  await fetchWithRetries(new Request(url, { method: 'POST' }), one.options);
  expect(one.keys).toHaveLength(3);
  expect(new Set(one.keys).size).toBe(1);
  const two = respond();
  await fetchWithRetries(new Request(url, { method: 'POST' }), two.options);
  expect(two.keys[0]).not.toBe(one.keys[0]);
});

test('a key that the caller chose is left as it is', async () => {
  const { keys, options } = respond();
  const headers = { 'Idempotency-Key': 'row-7' };
  await fetchWithRetries(new Request(url, { method: 'POST', headers }), options);
  expect(keys).toEqual(['row-7']);
});

test.each([
  ['GET', 503, 5],
  ['PUT', 500, 5],
  ['DELETE', 429, 5],
  ['PATCH', 503, 1],
  ['GET', 404, 1],
  ['POST', 422, 1],
])('%s answered with %i is sent %i times', async (method, status, times) => {
  const { keys, options } = respond(...Array<number>(9).fill(status));
  const response = await fetchWithRetries(new Request(url, { method }), options);
  expect(response.status).toBe(status);
  expect(keys).toHaveLength(times);
});

test('Retry-After is read as seconds and as a date, and limited to a minute', () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T09:30:00Z') });
  try {
    expect(retryDelayMs(0, '7')).toBe(7000);
    expect(retryDelayMs(0, 'Sun, 15 Nov 2026 09:30:12 GMT')).toBe(12_000);
    expect(retryDelayMs(0, '3600')).toBe(60_000);
  } finally {
    vi.useRealTimers();
  }
});

test.each([null, '0', 'soon', 'Sun, 15 Nov 2020 09:30:12 GMT'])(
  'the delay doubles without a usable Retry-After (%s)',
  (header) => {
    for (const [attempt, longest] of [250, 500, 1000, 2000, 4000, 8000, 8000].entries()) {
      const delay = retryDelayMs(attempt, header);
      expect(delay).toBeGreaterThanOrEqual(longest / 2);
      expect(delay).toBeLessThanOrEqual(longest);
    }
  },
);

test('an aborted request is not retried, and an abort ends the pause', async () => {
  const controller = new AbortController();
  const waiting = pause(1_000_000, controller.signal);
  controller.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(pause(0, controller.signal)).rejects.toThrow('stopped');
  let requests = 0;
  const fetch = async () => {
    requests++;
    throw new Error('aborted');
  };
  const request = new Request(url, { signal: controller.signal });
  await expect(fetchWithRetries(request, { fetch, wait: async () => {} })).rejects.toThrow('aborted');
  expect(requests).toBe(1);
});
