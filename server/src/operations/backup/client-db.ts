import type pg from 'pg';
import type { Transaction } from '../../platform/database/index.ts';

/** A transaction on one connection, for work that also needs COPY. */
export function clientDb(client: pg.PoolClient): Transaction {
  const query = async <Row>({ text, values }: { text: string; values: unknown[] }) =>
    (await client.query({ text, values: values as unknown[] })).rows as Row[];
  const db: Transaction = {
    query,
    lookUp: query,
    tryWrite: query,
    transaction: (work) => work(db),
    send: () => {
      throw new Error('This work must wait for the result of every statement.');
    },
    waitForSent: async () => {},
    afterCommit: (hint) => hint(),
  };
  return db;
}
