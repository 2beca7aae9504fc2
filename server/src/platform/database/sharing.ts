import type { Duplex } from 'node:stream';
import type pg from 'pg';

interface Sharing {
  client: Promise<pg.PoolClient>;
  users: number;
  close(): Promise<void>;
}

/** One connection for all who ask while somebody is asking; a lost one fails those on it, and the next get another. */
export function createSharing(pool: pg.Pool) {
  let present: Sharing | undefined;

  function open(): Sharing {
    let broken: Error | undefined;
    const leave = () => {
      if (present === sharing) present = undefined;
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
    return sharing;
  }

  return async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    present ??= open();
    const sharing = present;
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
