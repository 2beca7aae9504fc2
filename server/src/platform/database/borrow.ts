import type pg from 'pg';

export interface Borrowed {
  client: pg.PoolClient;
  /** Returns the connection to the pool; a connection that was lost, or is given an error, is closed instead. */
  release(error?: Error): void;
}

/** Takes a connection from the pool. If it is lost between two statements, the next statement fails. */
export async function borrow(pool: pg.Pool, onLost?: () => void): Promise<Borrowed> {
  const client = await pool.connect();
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
