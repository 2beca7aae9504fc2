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
    maxConnections: 4,
    onIdleError: () => {},
  });
  await db.query(sql`create table kept (n integer primary key)`);
});
afterAll(async () => {
  await db.close();
  await drop();
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

  test('that fails gives its connection back in order: a hundred of them, on four connections', async () => {
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
