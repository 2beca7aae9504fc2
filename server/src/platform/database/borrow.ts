import type pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';

export interface Borrowed {
  client: pg.PoolClient;
  /** Returns the connection to the pool; a connection that was lost, or is given an error, is closed instead. */
  release(error?: Error): void;
}

/** Each waiting request costs memory; so many cannot be served in time anyway. */
const waitersMax = 2_000;

/** Takes a connection from the pool. Rejects with DatabaseUnavailable if none is free before the time-out of the pool. */
export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= waitersMax)
    throw new DatabaseUnavailable(`${waitersMax} transactions are waiting for a database connection.`);
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable(`No database connection: ${(error as Error).message}`, { cause: error });
  }
}

/** Takes a connection from the pool. If it is lost between two statements, the next statement fails. */
export async function borrow(pool: pg.Pool, onLost?: () => void): Promise<Borrowed> {
  const client = await connectTo(pool);
  let lost: Error | undefined;
  // Without a listener the error event would end the process.
  const onError = (error: Error) => {
    lost = error;
    onLost?.();
  };
  client.on('error', onError);
  return {
    client,
    release(error) {
      client.off('error', onError);
      client.release(error ?? lost);
    },
  };
}
