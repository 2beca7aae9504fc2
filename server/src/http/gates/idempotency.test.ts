import { sendRaw } from '@parley/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, createTestClock, startParley, type TestParley, until } from '../../../test/harness.ts';
import { sql } from '../../platform/database/index.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';

/** Idempotency-Key: the first 2xx response is replayed, per user, for 24 hours (spec §1.10). */

const clock = createTestClock();
const hour = 3_600_000;
let one: TestParley;
let two: TestParley;

beforeAll(async () => {
  one = await startParley({ clock });
  two = await startParley({ clock, sameDatabaseAs: one });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const once = (key: string) => ({ 'idempotency-key': key });
const countProjects = async (account: Account) => {
  const [row] = await one.db.query<{ n: number }>(
    sql`select count(*) as n from projects where workspace_id = ${account.workspace_id}`,
  );
  return row?.n;
};

describe('a retry', () => {
  test('gets the same response, marked as a replay, whatever its body, and creates nothing', async () => {
    const ada = await one.account();
    const first = await ada.post('/v1/projects', { name: 'First' }, once('a'));
    const again = await ada.post('/v1/projects', { name: 'Another name' }, once('a'));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(await countProjects(ada)).toBe(1);
    const events = await ada.get('/v1/events');
    expect(events.body.data).toHaveLength(1);
  });

  test.each([
    ['would not validate', '{"nam":"x"}', 'application/json'],
    ['is not JSON', '{{{', 'application/json'],
    ['is of another type', 'name=x', 'text/plain'],
    ['is missing', undefined, 'application/json'],
  ])('whose body %s gets the stored response', async (_what, body, type) => {
    const ada = await one.account();
    const first = await ada.post('/v1/projects', { name: 'First' }, once('any body'));
    const again = await ada.request('POST', '/v1/projects', {
      body,
      headers: { ...once('any body'), 'content-type': type },
    });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await ada.request('POST', '/v1/projects', {
      body: '{{{',
      headers: once('an unused key'),
    });
    expect(other.status).toBe(422);
  });

  test('a request with the same Idempotency-Key and another API key of the user is a retry', async () => {
    const ada = await one.account();
    const key = await ada.newKey();
    const first = await ada.post('/v1/projects', { name: 'First' }, once('b'));
    const again = await one.request('POST', '/v1/projects', {
      body: { name: 'First' },
      headers: { authorization: `Bearer ${key}`, ...once('b') },
    });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('from another user is a separate request, even in the same workspace', async () => {
    const ada = await one.account();
    const bob = await one.account({ workspace_id: ada.workspace_id });
    const first = await ada.post('/v1/projects', { name: 'Hers' }, once('c'));
    const his = await bob.post('/v1/projects', { name: 'His' }, once('c'));
    expect(his.status).toBe(201);
    expect(his.body.data.id).not.toBe(first.body.data.id);
    expect(his.headers.get('idempotent-replayed')).toBeNull();
  });

  test('to another path gets 422 on Idempotency-Key', async () => {
    const ada = await one.account();
    const { body } = await ada.post('/v1/projects', { name: 'First' }, once('d'));
    const other = await ada.post(`/v1/projects/${body.data.id}/restore`, undefined, once('d'));
    expect(other.status).toBe(422);
    expect(other.body.error.details[0].field).toBe('Idempotency-Key');
  });

  const impossible = '/v1/projects/no-such-thing/restore';
  const absent = '/v1/projects/prj_06a8rs3nqq8b2m4v8cy7gk6pz4/restore';
  const misuses: [string, string, unknown, string[]][] = [
    ['with a body that would not validate', '/v1/webhooks', { url: 5, events: [] }, ['events', 'url']],
    ['with a body that is not JSON', '/v1/webhooks', '{{{', ['body']],
    // 422 precedes 404 (spec §1.5).
    ['with an id that does not exist', absent, undefined, []],
    ['with an id that can not exist', impossible, undefined, []],
  ];
  test.each(misuses)(
    'to another path %s gets 422 on Idempotency-Key in addition to its other faults',
    async (_, path, body, rest) => {
      const ada = await one.account();
      const { status } = await ada.post('/v1/projects', { name: 'First' }, once('elsewhere'));
      expect(status).toBe(201);
      const other = await ada.post(path, body, once('elsewhere'));
      expect(other.status).toBe(422);
      const fields = other.body.error.details.map(({ field }: { field: string }) => field);
      expect(fields.sort()).toEqual(['Idempotency-Key', ...rest].sort());
      const free = await ada.post(path, body, once('another unused key'));
      expect(free.status).toBe(rest.length > 0 ? 422 : 404);
      expect(JSON.stringify(free.body)).not.toContain('Idempotency-Key');
    },
  );

  test('to a path without a route gets 404', async () => {
    const ada = await one.account();
    await ada.post('/v1/projects', { name: 'First' }, once('nowhere'));
    expect((await ada.post('/v1/nothing', {}, once('nowhere'))).status).toBe(404);
  });

  test('gets the stored response after the record was changed or deleted', async () => {
    const ada = await one.account();
    const first = await ada.post('/v1/projects', { name: 'Gone soon' }, once('e'));
    await ada.delete(`/v1/projects/${first.body.data.id}`);
    expect((await ada.post('/v1/projects', { name: 'x' }, once('e'))).text).toBe(first.text);
  });

  test('passes the gates again: a revoked API key gets 401, not the stored response', async () => {
    const ada = await one.account();
    await ada.post('/v1/projects', { name: 'Kept' }, once('f'));
    await ada.revokeKey();
    expect((await ada.post('/v1/projects', { name: 'Kept' }, once('f'))).status).toBe(401);
  });
});

describe('a stored response', () => {
  test('stores only 2xx responses: after a 422, a 404 or a 402 the key can be used again', async () => {
    const basic = await one.account({ plan: 'basic' });
    const absent = '/v1/projects/prj_06a8rs3nqq8b2m4v8cy7gk6pz4/restore';
    expect((await basic.post('/v1/projects', { name: 5 }, once('g'))).status).toBe(422);
    expect((await basic.post(absent, undefined, once('g'))).status).toBe(404);
    for (let i = 0; i < 10; i++) await basic.post('/v1/projects', { name: `p${i}` });
    expect((await basic.post('/v1/projects', { name: 'eleventh' }, once('g'))).status).toBe(402);
    const stored = await one.db.query(sql`select 1 from idempotency_keys where user_id = ${basic.user_id}`);
    expect(stored).toEqual([]);
    await basic.setPlan('plus');
    expect((await basic.post('/v1/projects', { name: 'eleventh' }, once('g'))).status).toBe(201);
  });

  test('encrypts a stored response in the database', async () => {
    const ada = await one.account();
    const secret = 'a text that is in no other row';
    await ada.post('/v1/projects', { name: secret }, once('h'));
    const [row] = await one.db.query<{ body: Buffer; whole: string }>(sql`
      select body, k::text as whole from idempotency_keys k where user_id = ${ada.user_id}`);
    expect(row?.body.length).toBeGreaterThan(100);
    expect(row?.body.includes(secret)).toBe(false);
    expect(row?.whole).not.toContain(secret);
    expect(row?.whole).not.toContain(Buffer.from(secret).toString('hex'));
  });

  test('replays a stored response for exactly 24 hours', async () => {
    const ada = await one.account();
    const first = await ada.post('/v1/projects', { name: 'A day' }, once('i'));
    clock.advance(24 * hour - 1);
    expect((await ada.post('/v1/projects', { name: 'A day' }, once('i'))).text).toBe(first.text);
    clock.advance(1);
    const afterExpiry = await ada.post('/v1/projects', { name: 'Another day' }, once('i'));
    expect(afterExpiry.status).toBe(201);
    expect(afterExpiry.body.data.name).toBe('Another day');
    expect((await ada.post('/v1/projects', {}, once('i'))).text).toBe(afterExpiry.text);
    expect((await ada.post('/v1/projects', { name: 'x' }, once('i'))).text).toBe(afterExpiry.text);
  });

  test('deletes a stored response by the sweep after it has expired, and not before', async () => {
    const ada = await one.account();
    await ada.post('/v1/projects', { name: 'Swept' }, once('j'));
    const left = () => one.db.query(sql`select 1 from idempotency_keys where user_id = ${ada.user_id}`);
    clock.advance(23 * hour);
    await sweepIdempotencyKeys(one.db, clock.now());
    expect(await left()).toHaveLength(1);
    clock.advance(hour);
    await sweepIdempotencyKeys(one.db, clock.now());
    expect(await left()).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  test('refuses an Idempotency-Key that is sent twice, whatever the two values are', async () => {
    const ada = await one.account();
    const body = '{"name":"Twice"}';
    const head = [
      'POST /v1/projects HTTP/1.1',
      'Host: parley.test',
      'Connection: close',
      `Authorization: Bearer ${ada.key}`,
      'Content-Type: application/json',
      'Idempotency-Key: d1',
      'Idempotency-Key: d2',
      `Content-Length: ${body.length}`,
    ];
    const [answer] = await sendRaw(one.url, `${head.join('\r\n')}\r\n\r\n${body}`);
    expect(answer?.status).toBe(422);
    expect(answer?.body.error.details[0].field).toBe('Idempotency-Key');
    expect(await countProjects(ada)).toBe(0);
  });

  test.each([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['not ASCII', 'schl\u00fcssel'],
    ['a tab', 'a\tb'],
  ])('returns 422 on Idempotency-Key for a key that is invalid (%s)', async (_, key) => {
    const ada = await one.account();
    const answer = await ada.post('/v1/projects', { name: 'x' }, once(key));
    expect(answer.status).toBe(422);
    expect(answer.body.error.details[0].field).toBe('Idempotency-Key');
    const both = await ada.post('/v1/projects', { name: 5 }, once(key));
    const fields = both.body.error.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['Idempotency-Key', 'name']);
  });

  test.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['any printable characters', `'"; {}~ !%00`],
  ])('may be %s', async (_, key) => {
    const ada = await one.account();
    const first = await ada.post('/v1/projects', { name: 'x' }, once(key));
    expect(first.status).toBe(201);
    expect((await ada.post('/v1/projects', { name: 'x' }, once(key))).text).toBe(first.text);
  });

  test('applies to every spelling of a path', async () => {
    const ada = await one.account();
    const first = await ada.post('/v1/projects', { name: 'x' }, once('written'));
    const again = await fetch(`${one.url}/v1/%70rojects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json', ...once('written') },
      body: '{"name":"x"}',
    });
    expect(await again.text()).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('an Idempotency-Key has no effect on methods other than POST', async () => {
    const ada = await one.account();
    const { body } = await ada.post('/v1/projects', { name: 'x' });
    const path = `/v1/projects/${body.data.id}` as const;
    for (const name of ['y', 'z']) {
      const answer = await ada.request('PATCH', path, { body: { name }, headers: once('k') });
      expect(answer.body.data.name).toBe(name);
    }
  });
});

describe('concurrent duplicate requests', () => {
  test('create one record and get 100 equal responses', async () => {
    const ada = await one.account();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ada.post('/v1/projects', { name: `Duplicate ${i}` }, once('l'))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await countProjects(ada)).toBe(1);
  });

  test('on two nodes create one record', async () => {
    const ada = await one.account();
    const on = (node: TestParley) =>
      node.request('POST', '/v1/projects', {
        body: { name: 'Duplicate' },
        headers: { authorization: `Bearer ${ada.key}`, ...once('m') },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => on(i % 2 ? one : two)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await countProjects(ada)).toBe(1);
  });

  /** Longer than the lock time-out of pipelined writes: such a write releases its key before it is retried, and a duplicate could take it. */
  const waitForBlocked = (count: number, what: string) =>
    until(async () => {
      const rows = await one.db.query(sql`
        select 1 from pg_locks l join pg_stat_activity a using (pid)
         where a.datname = current_database() and not l.granted
           and l.waitstart < clock_timestamp() - interval '500 ms'`);
      return rows.length >= count;
    }, what);

  test('wait for the first even if they are invalid, on the same node and on another, and get its response', async () => {
    const ada = await one.account();
    const blocker = new pg.Client(one.connection);
    await blocker.connect();
    try {
      // The first request cannot end while this transaction locks its workspace.
      await blocker.query('begin');
      await blocker.query('select 1 from workspaces where id = $1 for update', [ada.workspace_id]);
      const first = ada.post('/v1/projects', { name: 'First' }, once('refused'));
      await waitForBlocked(1, 'the first request to wait');
      const ends: string[] = [];
      const refused = [one, two].map(async (node) => {
        const answer = await node.request('POST', '/v1/projects', {
          body: { nam: 'x' },
          headers: { authorization: `Bearer ${ada.key}`, ...once('refused') },
        });
        ends.push('a duplicate');
        return answer;
      });
      await waitForBlocked(2, 'the duplicate on the other node to wait');
      expect(ends).toEqual([]);
      await blocker.query('rollback');
      const answers = await Promise.all([first, ...refused]);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
    } finally {
      await blocker.end();
    }
  });

  test('runs concurrent duplicates of a refused request, because its key was not stored', async () => {
    const ada = await one.account();
    expect((await ada.post('/v1/projects', { nam: 'x' }, once('free'))).status).toBe(422);
    const made = await ada.post('/v1/projects', { name: 'x' }, once('free'));
    expect(made.status).toBe(201);
    expect(made.headers.get('idempotent-replayed')).toBeNull();
  });

  test('fails all concurrent duplicates of a request that fails, and stores nothing', async () => {
    const basic = await one.account({ plan: 'standard' });
    await one.db.query(sql`
      insert into credit_usage values (${basic.workspace_id}, 'projects', date_trunc('month', ${clock.now()}::timestamptz at time zone 'UTC'), 0, 50)`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => basic.post('/v1/projects', { name: 'x' }, once('n'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(402));
    expect(await countProjects(basic)).toBe(0);
  });

  test('requests with different Idempotency-Keys do not wait for each other', async () => {
    const ada = await one.account();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ada.post('/v1/projects', { name: 'x' }, once(`o${i}`))),
    );
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(30);
  });
});
