import type { ParleyProcess } from '@parley/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { raw, sql } from '../../server/src/platform/database/index.ts';
import { createPersonWithTraces, secret } from '../../server/test/person-with-traces.ts';
import { type DeliveryFixture, logResult, openDeliveryFixture } from '../fixtures/delivery-fixture.ts';
import { until } from '../fixtures/until.ts';

let fixture: DeliveryFixture;
beforeAll(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.killServers());
afterAll(() => fixture.close());

function clientOf(server: () => ParleyProcess) {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(server().url + path, {
      method,
      headers: {
        authorization: `Bearer ${fixture.account.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    ...fixture.account,
    get: (path: string) => send('GET', path) as never,
    post: (path: string, body?: unknown) => send('POST', path, body) as never,
    send,
  };
}

/** Where the server is killed: the erasure waits for this row, which the test has locked. */
const places = ['cards', 'reports', 'files', 'tests'] as const;

test.each(places)(
  'an erasure whose server is killed when it waits for %s is finished by the next call',
  async (table) => {
    const { db } = fixture.postgres;
    let server = await fixture.start('api');
    const ada = clientOf(() => server);
    const email = `mina.${table}@example.com`;
    const person = await createPersonWithTraces({ db, clock: systemClock }, ada, email);
    const row = { cards: person.card, reports: person.report, files: person.file, tests: person.test_id }[
      table
    ];

    const holder = await db.connect();
    await holder.query('begin');
    await holder.query(`select 1 from ${table} where id = $1 for update`, [row]);
    const interrupted = ada
      .send('POST', `/v1/participants/${person.id}/erase`, {})
      .catch(() => 'interrupted');
    await until(async () => {
      const waiting = await db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
      return waiting.length > 0;
    }, `the erasure to wait for ${table}`);
    await server.stop('SIGKILL');
    expect(await interrupted).toBe('interrupted');
    await holder.query('rollback');
    holder.release();

    server = await fixture.start('api');
    const { status, body } = await ada.send('POST', `/v1/participants/${person.id}/erase`, {});
    expect(status).toBe(200);
    expect((body as { data: object }).data).toMatchObject({
      removed: { responses: 1, sessions: 1, files: 1, clips: 1, transcripts: 1, notes: 1, taggings: 1 },
      redacted: { cards: 1, reports: 1, notes: 1, messages: 1, events: 1 },
    });
    const left = await findText(email, secret);
    logResult('erasure', { killed_at: table, tables_with_leftovers: left.length });
    expect(left).toEqual([]);
  },
);

async function findText(...texts: string[]): Promise<string[]> {
  const { db } = fixture.postgres;
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(sql`
      select 1 from ${raw(name)} t where to_jsonb(t)::text like any(${texts.map((text) => `%${text}%`)}::text[]) limit 1`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
