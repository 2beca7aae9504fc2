import sql from 'sql-template-tag';
import type { Db, Transaction } from './db.ts';

/**
 * Notes who makes the changes of every transaction, for live updates. The setting ends with the
 * transaction. It is sent together with the first statement, so it costs no round trip.
 */
export function asActor(db: Db, userId: string): Db {
  const note = (tx: Transaction) => tx.send(sql`select set_config('parley.actor', ${userId}, true)`);
  // The work already runs in a transaction, as with an Idempotency-Key.
  if ('send' in db) {
    note(db as Transaction);
    return db;
  }
  return {
    query: db.query,
    lookUp: db.lookUp,
    tryWrite: db.tryWrite,
    afterCommit: db.afterCommit,
    transaction: (work, options) =>
      db.transaction((tx) => {
        note(tx);
        return work(tx);
      }, options),
  };
}
