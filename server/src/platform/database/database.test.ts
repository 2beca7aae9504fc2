import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { createDatabase, type Database, DatabaseUnavailable, type Db, sql } from './index.ts';

let db: Database;
let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase();
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    // Fifteen for transactions, four for pipelined writes, one for reads by key.
    maxConnections: 20,
    onIdleError: () => {},
  });
  await db.query(sql`create table numbers (n integer primary key)`);
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

const insertNumber = (n: number) => sql`insert into numbers (n) values (${n})`;
const storedNumbers = async () =>
  (await db.query<{ n: number }>(sql`select n from numbers order by n`)).map(({ n }) => n);

describe('a transaction', () => {
  test('commits queries and sent statements, and runs its afterCommit hints afterwards', async () => {
    const hints: number[][] = [];
    await db.transaction(async (tx) => {
      await tx.query(insertNumber(1));
      tx.send(insertNumber(2));
      tx.afterCommit(() => hints.push([1, 2]));
    });
    expect(await storedNumbers()).toEqual([1, 2]);
    expect(hints).toEqual([[1, 2]]);
  });

  test('rolls back a transaction if a sent statement fails', async () => {
    const hints: string[] = [];
    const work = db.transaction(async (tx) => {
      await tx.query(insertNumber(3));
      tx.send(insertNumber(1));
      tx.afterCommit(() => hints.push('committed'));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await storedNumbers()).toEqual([1, 2]);
    expect(hints).toEqual([]);
  });

  test('rejects if the work caught the error of a statement', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(insertNumber(4));
      await tx.query(insertNumber(1)).catch(() => {});
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await storedNumbers()).toEqual([1, 2]);
  });

  test('returns its connection to the pool after a failure: a hundred of them, on fifteen connections', async () => {
    const failures = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) =>
        db.transaction(async (tx) => {
          if (i % 3 === 0) throw new Error('before its first statement');
          tx.send(insertNumber(1));
          if (i % 3 === 1) await tx.query(insertNumber(100 + i));
        }),
      ),
    );
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await storedNumbers()).toEqual([1, 2]);
  });
});

describe('a transaction that releases its locks before the flush', () => {
  // The test server does not wait for the disk; these connections have the setting of production.
  let durable: Database;
  beforeAll(() => {
    durable = createDatabase({
      connection: { ...made.connection, options: '-c synchronous_commit=on' },
      prepare: true,
      maxConnections: 5,
      onIdleError: () => {},
    });
  });
  afterAll(() => durable.close());
  const setting = sql`select current_setting('synchronous_commit') as value`;
  const logEnd = sql`select pg_current_wal_insert_lsn()::text as lsn`;

  test('commits without waiting for the disk, and does not change the setting of its connection', async () => {
    const values = await durable.transaction(
      (tx) => tx.transaction((nested) => nested.query(setting), { contended: true }),
      { contended: true },
    );
    expect(values).toEqual([{ value: 'off' }]);
    expect(await durable.query(setting)).toEqual([{ value: 'on' }]);
  });

  test('resolves only when its commit is on disk, even when many commit concurrently', async () => {
    const done = Array.from({ length: 50 }, async (_, i) => {
      const write = async (tx: Db) => {
        await tx.query(insertNumber(5000 + i));
        return (await tx.query<{ lsn: string }>(logEnd))[0]?.lsn;
      };
      const lsn = await durable.transaction(write, { contended: true });
      return durable.query(sql`select pg_current_wal_flush_lsn() >= ${lsn}::pg_lsn as flushed`);
    });
    expect(await Promise.all(done)).toEqual(done.map(() => [{ flushed: true }]));
    await db.query(sql`delete from numbers where n >= 5000`);
  });

  test('fails if the flush fails, although other transactions may see its commit', async () => {
    const closing = createDatabase({
      connection: made.connection,
      prepare: true,
      maxConnections: 2,
      onIdleError: () => {},
    });
    const write = async (tx: Db) => {
      await tx.query(insertNumber(6000));
      // Ends the pools: the transaction still has its connection, but the flush gets none.
      void closing.close();
    };
    const work = closing.transaction(write, { contended: true });
    await expect(work).rejects.toThrow('end on the pool');
    await db.query(sql`delete from numbers where n = 6000`);
  });
});

describe('pipelined writes', () => {
  const write = async (n: number): Promise<{ pid: number }[]> => {
    let written: { pid: number }[] = [];
    await db.transaction(async (tx) =>
      tx.send<{ pid: number }>(sql`${insertNumber(n)} returning pg_backend_pid() as pid`, {
        committed: (rows) => {
          written = rows;
        },
      }),
    );
    return written;
  };
  const hundred = (from: number) => Array.from({ length: 100 }, (_, i) => from + i);

  test('runs pipelined writes as separate transactions: of two hundred concurrent writes only the invalid half fails', async () => {
    const numbers = hundred(1000).flatMap((n) => [n, 1]);
    const done = await Promise.allSettled(numbers.map(write));
    expect(done.map(({ status }) => status)).toEqual(
      numbers.map((n) => (n === 1 ? 'rejected' : 'fulfilled')),
    );
    expect(await storedNumbers()).toEqual([1, 2, ...hundred(1000)]);
  });

  test('share four connections, and use none of the pool', async () => {
    const done = Promise.all(hundred(2000).map(write));
    // As many transactions as there are other connections, each open until the last has begun.
    const begun = Promise.withResolvers<void>();
    const others: number[] = [];
    const other = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        if (row && others.push(row.pid) === 15) begun.resolve();
        await begun.promise;
      });
    await Promise.all(Array.from({ length: 15 }, other));
    const used = new Set((await done).map(([row]) => row?.pid));
    expect(used.size).toBe(4);
    expect(others.filter((pid) => used.has(pid))).toEqual([]);
  });

  test('runs other writes without delay while pipelined writes would wait for a lock', async () => {
    const free = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.query(insertNumber(3000));
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    // One write for each connection, and more behind them.
    const waiting = Promise.allSettled([write(3000), ...hundred(3001).slice(0, 40).map(write)]);
    const duplicateFails = expect(write(3000)).rejects.toMatchObject({ code: '23505' });
    await Promise.all(hundred(4000).map(write));
    free.resolve();
    await holder;
    await duplicateFails;
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', ...Array(40).fill('fulfilled')]);
  });

  test('returns the rows of a pipelined statement, or undefined without any effect if it would wait for a lock', async () => {
    const insert = (n: number) => sql`insert into numbers (n) values (${n}) returning n`;
    expect(await db.tryWrite(insert(4500))).toEqual([{ n: 4500 }]);
    await expect(db.tryWrite(insert(4500))).rejects.toMatchObject({ code: '23505' });
    await db.transaction(async (tx) => {
      await tx.query(insertNumber(4501));
      expect(await db.tryWrite(insert(4501))).toBeUndefined();
      expect(await db.tryWrite(insert(4502))).toEqual([{ n: 4502 }]);
    });
    expect((await storedNumbers()).filter((n) => n >= 4500 && n < 4600)).toEqual([4500, 4501, 4502]);
  });

  test('fail if their connection is lost, and the next ones get another', async () => {
    const end = db.transaction(async (tx) =>
      tx.send(sql`select pg_terminate_backend(pg_backend_pid()), ${1}::integer as n`),
    );
    const lost = await Promise.allSettled([end, write(5000)]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await write(5001)).toHaveLength(1);
    expect(await storedNumbers()).not.toContain(5000);
  });

  test('includes pipelined writes in the transaction in which they are sent', async () => {
    const work = db.transaction(async (tx) => {
      await tx.transaction(async (joined) => joined.send(insertNumber(6000)));
      await tx.waitForSent();
      throw new Error('rolled back on purpose');
    });
    await expect(work).rejects.toThrow('rolled back on purpose');
    expect(await storedNumbers()).not.toContain(6000);
  });

  test('change no setting of a connection behind a pooler', async () => {
    for (const prepare of [true, false]) {
      const pooled = createDatabase({
        connection: made.connection,
        prepare,
        pooled: true,
        maxConnections: 1,
        onIdleError: () => {},
      });
      const lockTimeout = sql`select current_setting('lock_timeout') as lock_timeout, ${1}::integer`;
      let rows: unknown[] = [];
      await pooled.transaction(async (tx) =>
        tx.send(lockTimeout, {
          committed: (received) => {
            rows = received;
          },
        }),
      );
      expect(rows).toMatchObject([{ lock_timeout: '0' }]);
      await pooled.close();
    }
  });
});

describe('while transactions hold all connections', () => {
  /** A database with two connections for transactions, both in use until `free` is called. */
  async function openBusy(connectTimeoutMs: number) {
    const busy = createDatabase({
      connection: made.connection,
      prepare: true,
      maxConnections: 4,
      connectTimeoutMs,
      onIdleError: () => {},
    });
    const freed = Promise.withResolvers<void>();
    const held = [1, 2].map(() => {
      const opened = Promise.withResolvers<void>();
      const done = busy.transaction(async (tx) => {
        await tx.query(sql`select 1`);
        opened.resolve();
        await freed.promise;
      });
      return { opened: opened.promise, done };
    });
    // A transaction that gets no connection fails here, and not as an unhandled rejection.
    await Promise.all(held.map(({ opened, done }) => Promise.race([opened, done])));
    return {
      busy,
      free: async () => {
        freed.resolve();
        await Promise.all(held.map(({ done }) => done));
      },
    };
  }
  const one = sql`select 1 as n`;

  test('a read by key does not wait for them', async () => {
    const { busy, free } = await openBusy(30_000);
    expect(await busy.lookUp(one)).toEqual([{ n: 1 }]);
    await free();
    await busy.close();
  });

  test('a query waits, and rejects with DatabaseUnavailable after the time-out', async () => {
    const { busy, free } = await openBusy(1_500);
    await expect(busy.query(one)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await free();
    expect(await busy.query(one)).toEqual([{ n: 1 }]);
    await busy.close();
  });

  test('the query after 2,000 waiting ones rejects at once', async () => {
    const { busy, free } = await openBusy(60_000);
    const waiting = Array.from({ length: 2_000 }, () => busy.query(one));
    await expect(busy.query(one)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await free();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => [{ n: 1 }]));
    await busy.close();
  });
});
