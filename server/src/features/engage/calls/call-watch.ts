import type { Clock } from '../../../foundation/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type HeldPeer, holderKey, listAdmittedPeers } from './holders.ts';
import { openStreams } from './limits.ts';
import { listSignals, type SignalRow } from './signal-store.ts';
import { type CallState, listCallStates, listPeers, type PeerRow, removePeers, touchPeers } from './store.ts';

/** What one browser in a call is told. */
export interface CallNews {
  state: CallState | undefined;
  peers: PeerRow[];
  signals: SignalRow[];
}

export interface CallReader {
  /** The news after signal `after`; `refused` if the access to the call has ended, undefined if the stream must end. */
  next(after: string): Promise<CallNews | 'refused' | undefined>;
  end(): void;
}

export interface CallWatch {
  /** Replaces an older stream of the same browser. Undefined while too many streams are open. */
  open(held: HeldPeer): CallReader | undefined;
  /** Ends all streams, so that the server can stop. */
  close(): void;
}

interface Stream extends HeldPeer {
  /** Present while the stream waits for news. */
  waiting: { after: string; resolve(news: CallNews | 'refused' | undefined): void } | undefined;
  isRefused: boolean;
  end(): void;
}

interface CallWatchOptions {
  db: Db;
  clock: Clock;
  log: Log;
  pollMs?: number;
}

/** How often an open stream renews the presence of its browser. */
const touchEveryMs = 5_000;

/**
 * Reads the news of all calls of this process with four statements per poll, so that browsers on different nodes reach each
 * other through the database. Without calls there are no queries.
 */
export function createCallWatch({ db, clock, log, pollMs = 250 }: CallWatchOptions): CallWatch {
  /** By peer, in the order in which they were opened. */
  const streams = new Map<string, Stream>();
  let timer: NodeJS.Timeout | undefined;
  let touchedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  async function poll(): Promise<void> {
    const now = clock.now();
    if (performance.now() - touchedAt >= touchEveryMs) {
      touchedAt = performance.now();
      await touchPeers(db, [...streams.keys()], now);
    }
    const held = [...streams.values()];
    const asked = held.flatMap((stream) => (stream.waiting ? [{ stream, waiting: stream.waiting }] : []));
    const sessionIds = [...new Set(asked.map(({ stream }) => stream.peer.session_id))];
    const [admitted, states, peers, signals] = await Promise.all([
      listAdmittedPeers(db, held, now),
      listCallStates(db, sessionIds),
      listPeers(db, sessionIds, now),
      listSignals(db, new Map(asked.map(({ stream, waiting }) => [stream.peer.id, waiting.after]))),
    ]);
    await refuse(
      held.filter(({ peer }) => !admitted.has(peer.id)),
      now,
    );
    const stateOf = new Map(states.map((state) => [state.id, state]));
    const peersOf = Map.groupBy(peers, ({ session_id }) => session_id);
    const signalsTo = Map.groupBy(signals, ({ to_peer }) => to_peer);
    for (const { stream, waiting } of asked) {
      const { id, session_id } = stream.peer;
      waiting.resolve({
        state: stateOf.get(session_id),
        peers: peersOf.get(session_id) ?? [],
        signals: signalsTo.get(id) ?? [],
      });
    }
  }

  /** Ends streams, even those that do not read. The other browsers of the call then close their connections to them. */
  async function refuse(refused: Stream[], now: Date): Promise<void> {
    if (refused.length === 0) return;
    for (const stream of refused) {
      stream.isRefused = true;
      stream.end();
    }
    await removePeers(
      db,
      refused.map(({ peer }) => peer.id),
      now,
    );
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
      if (streams.size > 0 && !isClosed) schedule();
    }, pollMs).unref();
  }

  /** Makes place for a stream of this holder. False if the process or the call has too many. */
  function makePlace(held: HeldPeer): boolean {
    streams.get(held.peer.id)?.end();
    const key = holderKey(held.holder);
    const own = [...streams.values()].filter(({ holder }) => holderKey(holder) === key);
    if (own.length >= openStreams.perHolder) own[0]?.end();
    const ofCall = [...streams.values()].filter(({ peer }) => peer.session_id === held.peer.session_id);
    return streams.size < openStreams.max && ofCall.length < openStreams.perCall;
  }

  return {
    open(held) {
      if (isClosed || !makePlace(held)) return undefined;
      let isEnded = false;
      const stream: Stream = {
        ...held,
        waiting: undefined,
        isRefused: false,
        end() {
          isEnded = true;
          if (streams.get(held.peer.id) === stream) streams.delete(held.peer.id);
          stream.waiting?.resolve(stream.isRefused ? 'refused' : undefined);
        },
      };
      streams.set(held.peer.id, stream);
      // A new stream makes its browser present at the next poll.
      touchedAt = Number.NEGATIVE_INFINITY;
      schedule();
      return {
        end: stream.end,
        async next(after) {
          if (isEnded || isClosed) return stream.isRefused ? 'refused' : undefined;
          const { promise, resolve } = Promise.withResolvers<CallNews | 'refused' | undefined>();
          stream.waiting = {
            after,
            resolve(news) {
              stream.waiting = undefined;
              resolve(news);
            },
          };
          return promise;
        },
      };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const stream of [...streams.values()]) stream.end();
    },
  };
}
