import type pg from 'pg';
import { borrow } from './borrow.ts';

/**
 * Writes a few bytes to PostgreSQL's log and commits with the operator's own `synchronous_commit`. The log is written in
 * order, so everything that was committed before is then as durable as this.
 */
const commitToLog = `select pg_logical_emit_message(true, 'parley', '')`;

/**
 * Waits until everything that is committed so far is durable. Calls during a flush in flight share the next one, which
 * begins after all of their commits.
 */
export function createFlush(pool: pg.Pool): () => Promise<void> {
  let inFlight: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function flushAfter(previous: Promise<unknown>): Promise<void> {
    await previous.catch(() => {});
    next = undefined;
    inFlight = runOn(pool, commitToLog);
    await inFlight;
  }

  return () => {
    next ??= flushAfter(inFlight);
    return next;
  };
}

async function runOn(pool: pg.Pool, statement: string): Promise<void> {
  const { client, release } = await borrow(pool);
  try {
    await client.query(statement);
  } finally {
    release();
  }
}
