import type pg from 'pg';
import type { Db } from '../../platform/database/index.ts';

/** One connection as the rest of the house knows it, for work that also needs COPY. */
export function clientDb(client: pg.PoolClient): Db {
  const db: Db = {
    query: async <Row>({ text, values }: { text: string; values: unknown[] }) =>
      (await client.query({ text, values: values as unknown[] })).rows as Row[],
    transaction: (work) => work(db),
    afterCommit: (hint) => hint(),
  };
  return db;
}
