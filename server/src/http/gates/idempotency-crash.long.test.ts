import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChildServer } from '../../../test/child-server.ts';
import { type Account, createTestClock, startParley, type TestParley, until } from '../../../test/harness.ts';
import { sql } from '../../platform/database/index.ts';

/** Idempotency-Key when the process of the first request dies (spec §1.10, ADR 10). */

const clock = createTestClock();
let one: TestParley;

beforeAll(async () => {
  one = await startParley({ clock });
});
afterAll(() => one.stop());

const once = (key: string) => ({ 'idempotency-key': key });
const countProjects = async (account: Account) => {
  const [row] = await one.db.query<{ n: number }>(
    sql`select count(*) as n from projects where workspace_id = ${account.workspace_id}`,
  );
  return row?.n;
};

describe('a duplicate of a request whose process is killed', () => {
  const send = (url: string, account: Account) =>
    fetch(`${url}/v1/projects`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.key}`,
        'content-type': 'application/json',
        ...once('killed'),
      },
      body: JSON.stringify({ name: 'Only once' }),
    });
  // A separate connection, because inside a transaction pg_stat_activity returns a snapshot.
  const waitForBlocked = (count: number) =>
    until(async () => {
      const rows = await one.db.query(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length >= count;
    }, `${count} requests to wait`);

  /** Both requests wait, in order, for a row that another transaction has locked. Then the process of the first is killed. */
  async function killFirst(account: Account, lockStatement: string, node: TestParley): Promise<Response> {
    const child = await startChildServer(one.connection);
    const blocker = new pg.Client(one.connection);
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query(lockStatement, [account.workspace_id]);
      const first = send(child.url, account).catch(() => 'cut off');
      await waitForBlocked(1);
      const second = send(node.url, account);
      await waitForBlocked(2);
      expect(await child.stop('SIGKILL')).toBe('SIGKILL');
      expect(await first).toBe('cut off');
      await blocker.query('rollback');
      return await second;
    } finally {
      await blocker.end();
      await child.stop('SIGKILL');
    }
  }

  test('runs if the first was killed in an open transaction', { timeout: 120_000 }, async () => {
    // With a credit limit, the work reads a result and opens a transaction.
    const basic = await one.account({ plan: 'basic' });
    expect((await basic.post('/v1/projects', { name: 'Before' })).status).toBe(201);
    const answer = await killFirst(
      basic,
      'select 1 from credit_usage where workspace_id = $1 for update',
      one,
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    const third = await basic.post('/v1/projects', { name: 'Only once' }, once('killed'));
    expect(third.text).toBe(await answer.text());
    expect(await countProjects(basic)).toBe(2);
    const { credits } = (await basic.get('/v1/usage')).body.data;
    expect(credits.projects.used).toBe(2);
  });

  test('runs or replays if the first was killed during its pipelined transaction, and one record exists', {
    timeout: 120_000,
  }, async () => {
    // This node uses the system clock, as the killed process does.
    const node = await startParley({ sameDatabaseAs: one });
    try {
      const ada = await node.account();
      const answer = await killFirst(ada, 'select 1 from workspaces where id = $1 for update', node);
      expect(answer.status).toBe(201);
      const third = await ada.post('/v1/projects', { name: 'Only once' }, once('killed'));
      expect(third.headers.get('idempotent-replayed')).toBe('true');
      expect(third.text).toBe(await answer.text());
      expect(await countProjects(ada)).toBe(1);
      const { credits } = (await ada.get('/v1/usage')).body.data;
      expect(credits.projects.used).toBe(1);
    } finally {
      await node.stop();
    }
  });
});
