import type pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';

export interface Borrowed {
  client: pg.PoolClient;
  /** Returns the connection to the pool; a connection that was lost, or is given an error, is closed instead. */
  release(error?: Error): void;
}

/** Each waiting request costs memory; so many cannot be served in time anyway. */
const waitersMax = 2_000;

/**
 * Takes a connection from the pool. Rejects with DatabaseUnavailable if none is free before the time-out of the pool.
 * `onError` listens from the moment at which the pool no longer does. After an `await` would be too late: PostgreSQL may accept
 * a connection and end it in one packet.
 */
export function connectTo(pool: pg.Pool, onError?: (error: Error) => void): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  if (pool.waitingCount >= waitersMax)
    reject(new DatabaseUnavailable(`${waitersMax} transactions are waiting for a database connection.`));
  else
    pool.connect((error, client) => {
      if (!client) {
        reject(new DatabaseUnavailable(`No database connection: ${error?.message}`, { cause: error }));
        return;
      }
      if (onError) client.on('error', onError);
      resolve(client);
    });
  return promise;
}

/** Takes a connection from the pool. If it is lost between two statements, the next statement fails. */
export async function borrow(pool: pg.Pool, onLost?: () => void): Promise<Borrowed> {
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
    onLost?.();
  };
  const client = await connectTo(pool, onError);
  return {
    client,
    release(error) {
      client.off('error', onError);
      client.release(error ?? lost);
    },
  };
}
