import { describe, expect, test } from 'vitest';
import { useAccount, useParley } from '../../test/use-parley.ts';
import { parseJsonBody } from '../http/json-body.ts';

const parley = useParley();
const ada = useAccount(parley);

const unknownKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, i]));

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${parley.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: parley.url, ...headers },
    body: JSON.stringify(body),
  });
  const { error } = (await response.json()) as { error: { details: { field: string; message: string }[] } };
  return { status: response.status, details: error.details };
}

describe('a body with many unknown keys', () => {
  test.each(['/app/sign-in', '/app/password-reset', '/app/password-reset/confirm', '/app/invitation'])(
    'gets 422 from %s if it has more than 16 kB, before it is parsed',
    async (path) => {
      expect(await post(path, unknownKeys(2_000))).toEqual({
        status: 422,
        details: [{ field: 'body', message: 'The body is too large.' }],
      });
    },
  );

  test('gets 422 with one fault from /v1 if an object has more than 1,000 keys', async () => {
    const authorization = { Authorization: `Bearer ${ada.key}` };
    const refused = { status: 422, details: [{ field: 'body', message: 'has more than 1000 keys.' }] };
    expect(await post('/v1/projects', unknownKeys(1_001), authorization)).toEqual(refused);
    const nested = { name: 'A', metadata: unknownKeys(1_001) };
    expect((await post('/v1/projects', nested, authorization)).details).toEqual([
      { field: 'metadata', message: 'has more than 1000 keys.' },
    ]);
  });

  test('gets 422 with the path of an array with more than 50,000 items', async () => {
    const authorization = { Authorization: `Bearer ${ada.key}` };
    const nested = { name: 'A', lists: [[], { 'a"b': Array(50_001).fill(1) }] };
    expect((await post('/v1/projects', nested, authorization)).details).toEqual([
      { field: 'lists.1.a\\"b', message: 'has more than 50000 items.' },
    ]);
  });

  test('refuses a body with many unknown keys before it is parsed, which takes a third of the CPU time', () => {
    const bytes = Buffer.from(JSON.stringify(unknownKeys(75_000)));
    const cpuTime = (run: () => unknown) => {
      const start = process.threadCpuUsage();
      for (let n = 0; n < 10; n++) run();
      return process.threadCpuUsage(start).user;
    };
    const parsed = cpuTime(() => JSON.parse(bytes.toString()));
    const refused = cpuTime(() => expect(() => parseJsonBody(bytes)).toThrow('validation failed'));
    expect(refused).toBeLessThan(parsed / 3);
  });

  test('gets 422 with one row per fault from /v1 up to the limit of 50 rows', async () => {
    const authorization = { Authorization: `Bearer ${ada.key}` };
    const few = await post('/v1/projects', { name: 'A', ...unknownKeys(30) }, authorization);
    expect(few.details).toHaveLength(30);
    const many = await post('/v1/projects', { name: 'A', ...unknownKeys(900) }, authorization);
    expect(many.details).toHaveLength(50);
  });
});
