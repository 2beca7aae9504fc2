import type { Duplex } from 'node:stream';
import type pg from 'pg';

interface Sharing {
  client: Promise<pg.PoolClient>;
  users: number;
  close(): Promise<void>;
}

export interface SharingLimits {
  /** As many connections at most. */
  connections: number;
  /** As many under way on one, before another is taken. */
  depth: number;
}

/** Few connections for all who ask at a time; a lost one fails those on it, and the next get another. */
export function createSharing(pool: pg.Pool, { connections, depth }: SharingLimits) {
  const present: Sharing[] = [];

  function open(): Sharing {
    let broken: Error | undefined;
    const leave = () => {
      const i = present.indexOf(sharing);
      if (i >= 0) present.splice(i, 1);
    };
    const onError = (error: Error) => {
      broken = error;
      leave();
    };
    const sharing: Sharing = {
      client: pool.connect().then((client) => client.on('error', onError)),
      users: 0,
      async close() {
        leave();
        const client = await sharing.client.catch(() => undefined);
        client?.off('error', onError);
        client?.release(broken);
      },
    };
    present.push(sharing);
    return sharing;
  }

  function choose(): Sharing {
    const free = present.find(({ users }) => users < depth);
    if (free) return free;
    if (present.length < connections) return open();
    return present.reduce((least, sharing) => (sharing.users < least.users ? sharing : least));
  }

  return async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const sharing = choose();
    sharing.users++;
    try {
      const client = await sharing.client;
      sendTogether(client);
      return await work(client);
    } finally {
      sharing.users--;
      if (sharing.users === 0) void sharing.close();
    }
  };
}

/** What is asked by requests that came together is written at once: one wake-up on either side, not one for each. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
