import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness.ts';
import { createDatabase, type Database, sql } from './index.ts';

let db: Database;
let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase();
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    // Sixteen for transactions, four for writes.
    maxConnections: 20,
    onIdleError: () => {},
  });
  await db.query(sql`create table kept (n integer primary key)`);
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

const keep = (n: number) => sql`insert into kept (n) values (${n})`;
const kept = async () =>
  (await db.query<{ n: number }>(sql`select n from kept order by n`)).map(({ n }) => n);

describe('a transaction', () => {
  test('commits what was asked and what was only sent, and tells its hints afterwards', async () => {
    const told: number[][] = [];
    await db.transaction(async (tx) => {
      await tx.query(keep(1));
      tx.send(keep(2));
      tx.afterCommit(() => told.push([1, 2]));
    });
    expect(await kept()).toEqual([1, 2]);
    expect(told).toEqual([[1, 2]]);
  });

  test('fails as a whole when what was only sent fails', async () => {
    const hints: string[] = [];
    const work = db.transaction(async (tx) => {
      await tx.query(keep(3));
      tx.send(keep(1));
      tx.afterCommit(() => hints.push('committed'));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await kept()).toEqual([1, 2]);
    expect(hints).toEqual([]);
  });

  test('whose failure was swallowed is not taken for a commit', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(keep(4));
      await tx.query(keep(1)).catch(() => {});
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await kept()).toEqual([1, 2]);
  });

  test('that fails gives its connection back in order: a hundred of them, on sixteen connections', async () => {
    const failures = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) =>
        db.transaction(async (tx) => {
          if (i % 3 === 0) throw new Error('before its first statement');
          tx.send(keep(1));
          if (i % 3 === 1) await tx.query(keep(100 + i));
        }),
      ),
    );
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await kept()).toEqual([1, 2]);
  });
});

describe('a transaction that releases its locks before the disk has its commit', () => {
  // The test server commits without the disk; this connection has the setting of a real one.
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

  test('does not wait for the disk in its commit, and leaves the setting of its connection as it was', async () => {
    const values = await durable.transaction(async (tx) => {
      tx.unlockBeforeFlush();
      tx.unlockBeforeFlush();
      return tx.query(setting);
    });
    expect(values).toEqual([{ value: 'off' }]);
    expect(await durable.query(setting)).toEqual([{ value: 'on' }]);
  });

  test('resolves only when the disk has its commit, also when many do so at once', async () => {
    const done = Array.from({ length: 50 }, async (_, i) => {
      const lsn = await durable.transaction(async (tx) => {
        tx.unlockBeforeFlush();
        await tx.query(keep(5000 + i));
        return (await tx.query<{ lsn: string }>(logEnd))[0]?.lsn;
      });
      return durable.query(sql`select pg_current_wal_flush_lsn() >= ${lsn}::pg_lsn as flushed`);
    });
    expect(await Promise.all(done)).toEqual(done.map(() => [{ flushed: true }]));
    await db.query(sql`delete from kept where n >= 5000`);
  });

  test('fails if the disk can not be waited for, although other transactions may see its commit', async () => {
    const closing = createDatabase({
      connection: made.connection,
      prepare: true,
      maxConnections: 2,
      onIdleError: () => {},
    });
    const work = closing.transaction(async (tx) => {
      tx.unlockBeforeFlush();
      await tx.query(keep(6000));
      // Ends the pools: the transaction keeps the connection that it has, and the flush gets none.
      void closing.close();
    });
    await expect(work).rejects.toThrow('end on the pool');
    await db.query(sql`delete from kept where n = 6000`);
  });
});

describe('writes', () => {
  const write = async (n: number): Promise<{ pid: number }[]> => {
    let written: { pid: number }[] = [];
    await db.transaction(async (tx) =>
      tx.send<{ pid: number }>(sql`${keep(n)} returning pg_backend_pid() as pid`, {
        committed: (rows) => {
          written = rows;
        },
      }),
    );
    return written;
  };
  const hundred = (from: number) => Array.from({ length: 100 }, (_, i) => from + i);

  test('are transactions of their own: of two hundred at once the faulty half fails alone', async () => {
    const numbers = hundred(1000).flatMap((n) => [n, 1]);
    const done = await Promise.allSettled(numbers.map(write));
    expect(done.map(({ status }) => status)).toEqual(
      numbers.map((n) => (n === 1 ? 'rejected' : 'fulfilled')),
    );
    expect(await kept()).toEqual([1, 2, ...hundred(1000)]);
  });

  test('travel together on four connections, and leave the pool to the others', async () => {
    const done = Promise.all(hundred(2000).map(write));
    // As many as there are other connections, each open until the last has begun.
    const begun = Promise.withResolvers<void>();
    const others: number[] = [];
    const other = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        if (row && others.push(row.pid) === 16) begun.resolve();
        await begun.promise;
      });
    await Promise.all(Array.from({ length: 16 }, other));
    const used = new Set((await done).map(([row]) => row?.pid));
    expect(used.size).toBe(4);
    expect(others.filter((pid) => used.has(pid))).toEqual([]);
  });

  test('step aside where they would wait for a lock: the others are done before it is free', async () => {
    const free = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.query(keep(3000));
      locked.resolve();
      await free.promise;
    });
    await locked.promise;
    // One for each connection, and more behind them.
    const waiting = Promise.allSettled([write(3000), ...hundred(3001).slice(0, 40).map(write)]);
    const twin = write(3000);
    await Promise.all(hundred(4000).map(write));
    free.resolve();
    await holder;
    await expect(twin).rejects.toMatchObject({ code: '23505' });
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', ...Array(40).fill('fulfilled')]);
  });

  test('whose connection is lost fail, and the next ones get another', async () => {
    const end = db.transaction(async (tx) =>
      tx.send(sql`select pg_terminate_backend(pg_backend_pid()), ${1}::integer as n`),
    );
    const lost = await Promise.allSettled([end, write(5000)]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await write(5001)).toHaveLength(1);
    expect(await kept()).not.toContain(5000);
  });

  test('in a transaction are part of it', async () => {
    const work = db.transaction(async (tx) => {
      await tx.transaction(async (joined) => joined.send(keep(6000)));
      await tx.waitForSent();
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await kept()).not.toContain(6000);
  });

  test('behind a pooler leave no setting on a connection that the next one may get', async () => {
    for (const prepare of [true, false]) {
      const pooled = createDatabase({
        connection: made.connection,
        prepare,
        pooled: true,
        maxConnections: 1,
        onIdleError: () => {},
      });
      const patience = sql`select current_setting('lock_timeout') as patience, ${1}::integer`;
      let rows: unknown[] = [];
      await pooled.transaction(async (tx) =>
        tx.send(patience, {
          committed: (received) => {
            rows = received;
          },
        }),
      );
      expect(rows).toMatchObject([{ patience: '0' }]);
      await pooled.close();
    }
  });
});
