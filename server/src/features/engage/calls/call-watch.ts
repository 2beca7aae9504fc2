import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import {
  type CallState,
  listCallStates,
  listPeers,
  listSignals,
  type PeerRow,
  type SignalRow,
  touchPeers,
} from './store.ts';

/** What one browser in a call is told. */
export interface CallNews {
  state: CallState | undefined;
  peers: PeerRow[];
  signals: SignalRow[];
}

export interface CallReader {
  /** The news after signal `after`; undefined if the stream must end. */
  next(after: string): Promise<CallNews | undefined>;
  end(): void;
}

export interface CallWatch {
  /** Undefined while too many streams are open. */
  open(peer: Pick<PeerRow, 'id' | 'session_id'>): CallReader | undefined;
  /** Ends all streams, so that the server can stop. */
  close(): void;
}

interface Waiting {
  peer: Pick<PeerRow, 'id' | 'session_id'>;
  after: string;
  resolve(news: CallNews | undefined): void;
}

interface CallWatchOptions {
  db: Db;
  clock: Clock;
  log: Log;
  pollMs?: number;
  streamsMax?: number;
}

/** How often an open stream renews the presence of its browser. */
const touchEveryMs = 5_000;

/**
 * Reads the news of all calls of this process with three statements per poll, so that browsers on different nodes reach each
 * other through the database. Without calls there are no queries.
 */
export function createCallWatch({
  db,
  clock,
  log,
  pollMs = 250,
  streamsMax = 1_000,
}: CallWatchOptions): CallWatch {
  const open = new Map<CallReader, Pick<PeerRow, 'id' | 'session_id'>>();
  const waits = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let touchedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  async function poll(): Promise<void> {
    const now = clock.now();
    const asked = [...waits];
    const sessionIds = [...new Set(asked.map(({ peer }) => peer.session_id))];
    if (performance.now() - touchedAt >= touchEveryMs) {
      touchedAt = performance.now();
      await touchPeers(db, [...new Set([...open.values()].map(({ id }) => id))], now);
    }
    const readers = asked.map(({ peer, after }) => ({ peer: peer.id, after }));
    const [states, peers, signals] = await Promise.all([
      listCallStates(db, sessionIds),
      listPeers(db, sessionIds, now),
      listSignals(db, readers),
    ]);
    for (const { peer, after, resolve } of asked)
      resolve({
        state: states.find(({ id }) => id === peer.session_id),
        peers: peers.filter(({ session_id }) => session_id === peer.session_id),
        signals: signals.filter(({ id, to_peer }) => to_peer === peer.id && BigInt(id) > BigInt(after)),
      });
  }

  function schedule(): void {
    timer ??= setTimeout(async () => {
      await poll().catch((error: unknown) =>
        log.debug(
          { event: 'call.poll_failed', err: error },
          'the poll for news of calls failed; it is repeated',
        ),
      );
      timer = undefined;
      if (waits.size > 0 && !isClosed) schedule();
    }, pollMs).unref();
  }

  return {
    open(peer) {
      if (isClosed || open.size >= streamsMax) return undefined;
      let waiting: Waiting | undefined;
      let isEnded = false;
      const reader: CallReader = {
        end() {
          isEnded = true;
          open.delete(reader);
          waiting?.resolve(undefined);
        },
        async next(after) {
          if (isEnded || isClosed) return undefined;
          const { promise, resolve } = Promise.withResolvers<CallNews | undefined>();
          const own: Waiting = {
            peer,
            after,
            resolve(news) {
              waits.delete(own);
              resolve(news);
            },
          };
          waiting = own;
          waits.add(own);
          schedule();
          return promise;
        },
      };
      open.set(reader, peer);
      // A new stream makes its browser present at the next poll.
      touchedAt = Number.NEGATIVE_INFINITY;
      return reader;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const reader of [...open.keys()]) reader.end();
    },
  };
}
