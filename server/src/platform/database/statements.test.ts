import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { createDatabase, type Database, sql } from './index.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 3,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await db.close();
  await drop();
});

/** More executions than connections, so that most of them use the cached description of the rows. */
const often = Array.from({ length: 12 }, (_, i) => i);

describe('a statement', () => {
  test('returns its parameters unchanged for every column type, on the first and every later execution', async () => {
    const at = new Date('2026-11-15T23:59:59.123Z');
    const metadata = { quote: 'a "b" \\ c', emoji: '🎧' };
    for (const i of often) {
      const rows = await db.query(sql`
        select ${i}::integer as n, ${'ä'}::text as text, ${null}::text as nothing, ${undefined}::text as missing,
               ${at}::timestamptz as at, ${metadata}::jsonb as metadata, ${['a,b', '"', '{}', null]}::text[] as list,
               ${Buffer.from([0, 255])}::bytea as bytes, ${i % 2 === 0}::boolean as even, ${2 ** 40}::bigint as big,
               ${'2026-12-01'}::date as day
          from generate_series(1, 2)`);
      const row = {
        n: i,
        text: 'ä',
        nothing: null,
        missing: null,
        at,
        metadata,
        list: ['a,b', '"', '{}', null],
        bytes: Buffer.from([0, 255]),
        even: i % 2 === 0,
        big: 2 ** 40,
        day: '2026-12-01',
      };
      expect(rows).toEqual([row, row]);
    }
  });

  test.each(['0099-01-01T00:00:00.000Z', '+012026-11-15T12:00:00.000Z'])(
    'accepts the instant %s',
    async (written) => {
      const at = new Date(written);
      const [row] = await db.query<{ seconds: string }>(
        sql`select extract(epoch from ${at}::timestamptz)::text as seconds`,
      );
      expect(Number(row?.seconds) * 1000).toBe(at.getTime());
    },
  );

  test('accepts lists of all supported values', async () => {
    const at = new Date('2026-11-15T23:59:59.120Z');
    const far = new Date('+012026-11-15T12:00:00.000Z');
    const lists = {
      texts: ['', ' ', 'NULL', 'null', 'a,b', '"', '\\', '\\"', '{}', "'", '\n', 'ä🎧', null],
      numbers: [0, -1, 2 ** 40, 1.5, null],
      truths: [true, false, null],
      instants: [at, null],
      bytes: [Buffer.from([0, 92, 34, 255])],
      none: [],
    };
    for (const _ of often) {
      const rows = await db.query(sql`
        select ${lists.texts}::text[] as texts, ${lists.numbers}::float8[] as numbers, ${lists.truths}::boolean[] as truths,
               ${lists.instants}::timestamptz[] as instants, ${lists.bytes}::bytea[] as bytes, ${lists.none}::text[] as none`);
      expect(rows).toEqual([lists]);
    }
    const [count] = await db.query<{ n: number }>(
      sql`select count(*) as n from unnest(${[far]}::timestamptz[]) t where t = ${far}`,
    );
    expect(count?.n).toBe(1);
  });

  test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])(
    'reads instants in the time zone %s',
    async (zone) => {
      const instants = ['2026-11-15 00:00:00+00', '2026-11-15 12:34:56.7+00', '1999-12-31 23:59:59.999+00'];
      const read = await db.transaction(async (tx) => {
        await tx.query(sql`select set_config('timezone', ${zone}, true)`);
        return tx.query<{ at: Date }>(sql`select t as at from unnest(${instants}::timestamptz[]) t`);
      });
      expect(read.map(({ at }) => at.toISOString())).toEqual([
        '2026-11-15T00:00:00.000Z',
        '2026-11-15T12:34:56.700Z',
        '1999-12-31T23:59:59.999Z',
      ]);
    },
  );

  test('a statement without rows returns none on every execution', async () => {
    await db.query(sql`create table written (n integer)`);
    for (const i of often) expect(await db.query(sql`insert into written values (${i})`)).toEqual([]);
    const [found] = await db.query<{ n: number }>(sql`select count(*) as n from written where n >= ${0}`);
    expect(found?.n).toBe(often.length);
  });

  test('rejects with the code of PostgreSQL and the stack of the caller, and its connection remains usable', async () => {
    async function askForTheImpossible(divisor: number) {
      return await db.query(sql`select 1 / ${divisor}::integer as n`);
    }
    for (const _ of often) {
      const failure = await askForTheImpossible(0).catch((error: Error) => error);
      expect(failure).toMatchObject({ code: '22012' });
      expect((failure as Error).stack).toContain('askForTheImpossible');
      expect(await askForTheImpossible(1)).toEqual([{ n: 1 }]);
    }
  });

  test('a statement with a value that cannot be serialized fails before it is sent', async () => {
    for (const _ of often) {
      await expect(db.query(sql`select ${new Date(Number.NaN)}::timestamptz`)).rejects.toThrow(
        'Invalid time',
      );
      await expect(
        db.transaction((tx) => tx.query(sql`select ${new Date(Number.NaN)}::timestamptz`)),
      ).rejects.toThrow('Invalid time');
    }
    expect(await db.query(sql`select ${1}::integer as n`)).toEqual([{ n: 1 }]);
  });

  test('never returns rows with the old columns after its table has changed', async () => {
    await db.query(sql`create table changing (a text, b text)`);
    await db.query(sql`insert into changing values (${'a'}, ${'b'})`);
    const ask = () => db.query(sql`select * from changing where a = ${'a'}`);
    for (const _ of often) expect(await ask()).toEqual([{ a: 'a', b: 'b' }]);
    await db.query(sql`alter table changing drop column b, add column c text default 'c'`);
    // PostgreSQL rejects the statement on connections that prepared it; a new connection prepares it again.
    for (const _ of often) {
      const rows = await ask().catch((error: { code: string }) => error.code);
      expect([[{ a: 'a', c: 'c' }], '0A000']).toContainEqual(rows);
    }
  });
});

describe('look-ups', () => {
  const echo = (n: number) => db.lookUp<{ n: number }>(sql`select ${n}::integer as n`);

  test('look-ups on a shared connection each get their own result', async () => {
    const inputs = Array.from({ length: 300 }, (_, i) => i);
    const results = await Promise.all(inputs.map(echo));
    expect(results.map(([row]) => row?.n)).toEqual(inputs);
  });

  test('returns the results of look-ups while another one fails', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 90 }, (_, i) => db.lookUp(sql`select 1 / ${i % 3}::integer as n`)),
    );
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 90 }, (_, i) => (i % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
  });

  test('use one connection, so that transactions get the others', async () => {
    let isRunning = true;
    const reading = (async () => {
      while (isRunning) await Promise.all([echo(1), echo(2), echo(3)]);
    })();
    for (const i of often) await db.transaction((tx) => tx.query(sql`select ${i}::integer`));
    isRunning = false;
    await reading;
  });

  test('fail if their connection is lost, and the next ones get another', async () => {
    const lost = await Promise.allSettled([
      db.lookUp(sql`select pg_terminate_backend(pg_backend_pid()), ${1}::integer as n`),
      echo(1),
      echo(2),
    ]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await Promise.all([echo(3), echo(4)])).toEqual([[{ n: 3 }], [{ n: 4 }]]);
  });
});
