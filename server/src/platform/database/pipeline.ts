import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { type Borrowed, borrow } from './borrow.ts';

interface SharedConnection {
  borrowed: Promise<Borrowed>;
  inFlight: number;
}

export interface PipelineLimits {
  connections: number;
  /** In-flight work per connection before another connection is opened. */
  depth: number;
}

/**
 * Shares few connections among concurrent work. Each piece of work is sent without waiting for earlier results. If
 * a connection is lost, the work in flight on it fails, and the next work opens another connection.
 */
export function createPipeline(pool: pg.Pool, { connections, depth }: PipelineLimits) {
  const shared: SharedConnection[] = [];
  const remove = (connection: SharedConnection) => {
    const i = shared.indexOf(connection);
    if (i >= 0) shared.splice(i, 1);
  };

  function open(): SharedConnection {
    const connection: SharedConnection = {
      borrowed: borrow(pool, () => remove(connection)),
      inFlight: 0,
    };
    shared.push(connection);
    return connection;
  }

  function choose(): SharedConnection {
    const free = shared.find(({ inFlight }) => inFlight < depth);
    if (free) return free;
    if (shared.length < connections) return open();
    return shared.reduce((least, one) => (one.inFlight < least.inFlight ? one : least));
  }

  return async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const connection = choose();
    connection.inFlight++;
    let borrowed: Borrowed | undefined;
    try {
      borrowed = await connection.borrowed;
      corkUntilNextTurn(borrowed.client);
      return await work(borrowed.client);
    } finally {
      if (--connection.inFlight === 0) {
        remove(connection);
        borrowed?.release();
      }
    }
  };
}

/** Buffers writes until the end of the current turn of the event loop: one wake-up on either side instead of one per statement. */
function corkUntilNextTurn(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
