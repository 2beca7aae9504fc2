import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { createDatabase, type Database, sql, type Transaction } from './index.ts';

let db: Database;
let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase();
  db = createDatabase({
    connection: { ...made.connection, options: '-c deadlock_timeout=20ms' },
    prepare: true,
    maxConnections: 20,
    onIdleError: () => {},
  });
  await db.query(sql`create table accounts (id text primary key, amount integer not null default 0)`);
  await db.query(sql`create table entries (account_id text not null references accounts)`);
  await db.query(sql`insert into accounts (id) values ('a'), ('b')`);
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

const addTo = (id: string) => sql`update accounts set amount = amount + 1 where id = ${id}`;
const amounts = async () =>
  (await db.query<{ amount: number }>(sql`select amount from accounts order by id`)).map(
    ({ amount }) => amount,
  );

/** Resolves when it was called as often as there are transactions, so that each holds its first lock. */
function createMeeting(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived === count) resolve();
    return promise;
  };
}

describe('a transaction that PostgreSQL ends because of a deadlock', () => {
  test.each([
    ['waits for its results', (tx: Transaction, id: string) => tx.query(addTo(id))],
    ['sends its last statement', async (tx: Transaction, id: string) => tx.send(addTo(id))],
    ['catches the error', (tx: Transaction, id: string) => tx.query(addTo(id)).catch(() => [])],
  ])('runs again and commits once, if it %s', async (_, change) => {
    const before = await amounts();
    const meet = createMeeting(2);
    const hints: string[] = [];
    let runs = 0;
    const transfer = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs++;
        tx.afterCommit(() => hints.push(first));
        await tx.query(addTo(first));
        await meet();
        await change(tx, second);
      });
    await Promise.all([transfer('a', 'b'), transfer('b', 'a')]);
    expect(runs).toBeGreaterThan(2);
    expect(hints.toSorted()).toEqual(['a', 'b']);
    expect(await amounts()).toEqual(before.map((amount) => amount + 2));
  });

  test('rejects after a limited number of attempts', async () => {
    let runs = 0;
    const work = db.transaction(async (tx) => {
      runs++;
      await tx.query(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    });
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(6);
  });

  test('does not run again after another error', async () => {
    let runs = 0;
    const work = db.transaction(async (tx) => {
      runs++;
      await tx.query(sql`insert into accounts (id) values ('a')`);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });
});

test('a deletion runs again if a record that refers to the deleted one was created at the same time', async () => {
  await db.query(sql`insert into accounts (id) values ('c')`);
  let runs = 0;
  await db.transaction(async (tx) => {
    await tx.query(sql`delete from entries where account_id = 'c'`);
    if (++runs === 1) await db.query(sql`insert into entries values ('c')`);
    await tx.query(sql`delete from accounts where id = 'c'`);
  });
  expect(runs).toBe(2);
  expect(await db.query(sql`select 1 from entries where account_id = 'c'`)).toEqual([]);
});

test('a single statement and a pipelined write run again after a serialization failure', async () => {
  await db.query(sql`create sequence attempts`);
  await db.query(sql`
    create function fail_first() returns bigint language plpgsql volatile as $$
    declare n bigint := nextval('attempts');
    begin
      if n % 2 = 1 then raise exception 'again' using errcode = '40001'; end if;
      return n;
    end $$`);
  expect(await db.query(sql`select fail_first()::int as n`)).toEqual([{ n: 2 }]);
  // Only statements with values are pipelined.
  const insert = (prefix: string) => sql`insert into accounts select ${prefix} || fail_first() returning id`;
  let runs = 0;
  await db.transaction(async (tx) => {
    runs++;
    tx.send(insert('d'));
  });
  expect(await db.query(sql`select id from accounts where id like 'd%'`)).toEqual([{ id: 'd4' }]);
  // Its statements are sent again on a connection of their own, so the work is not repeated.
  expect(runs).toBe(1);
  expect(await db.tryWrite(insert('e'))).toBeUndefined();
  expect(await db.tryWrite(insert('e'))).toEqual([{ id: 'e6' }]);
});
