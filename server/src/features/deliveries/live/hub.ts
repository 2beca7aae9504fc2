import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type ChangeBatch, readChangesSince, readEpoch, readRecentChanges } from './store.ts';
import { endsStreamsOf, type Viewer } from './visible-changes.ts';

/** Reads new changes for all streams of a process together. */
export interface LiveHub {
  /** Undefined while too many streams are open. */
  open(viewer: Viewer): Promise<OpenStream | undefined>;
  close(): void;
}

export interface OpenStream {
  epoch: string;
  /** The next changes, also an empty batch after a quiet time; undefined if the stream must end. */
  next(): Promise<ChangeBatch | undefined>;
  end(): void;
}

interface Stream {
  viewer: Viewer;
  push(batch: ChangeBatch): void;
  end(): void;
  /** Ends without the changes that wait to be sent. */
  discard(): void;
}

export interface LiveHubOptions {
  db: Db;
  log: Log;
  registry: Registry;
  pollMs?: number;
  idleMs?: number;
  lifetimeMs?: number;
  streamsMax?: number;
  streamsOfUserMax?: number;
}

/** After this time without changes a stream sends its position, so that proxies keep the connection open. */
export const quietMs = 20_000;
/** A browser that is this many batches behind connects again, so that it costs no memory. */
const waitingMax = 100;

/** One query every `pollMs` for all streams; without streams there are no queries. */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { db, log, registry, pollMs = 250, idleMs = quietMs, lifetimeMs = 900_000 } = options;
  const { streamsMax = 2_000, streamsOfUserMax = 20 } = options;
  const streams = new Set<Stream>();
  let seen: Promise<{ snapshot: string; epoch: string }> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastSentMs = 0;
  let isClosed = false;
  new Gauge({
    name: 'parley_live_streams',
    help: 'Open streams of live updates.',
    registers: [registry],
    collect() {
      this.set(streams.size);
    },
  });

  const begin = async () => {
    const [epoch, { snapshot }] = await Promise.all([readEpoch(db), readRecentChanges(db)]);
    return { epoch, snapshot };
  };

  async function poll(): Promise<void> {
    try {
      const { snapshot, epoch } = await (seen ?? begin());
      const batch = await readChangesSince(db, snapshot);
      seen = Promise.resolve({ snapshot: batch.snapshot, epoch });
      const isIdle = batch.rows.length === 0 && !batch.isCut;
      if (isIdle && performance.now() - lastSentMs < idleMs) return;
      lastSentMs = performance.now();
      const ending = batch.rows.filter(({ type }) => type === 'sign_in' || type === 'member');
      for (const stream of [...streams]) {
        // The batch may contain changes from after the loss of access.
        if (ending.some((row) => endsStreamsOf(row, stream.viewer))) {
          stream.discard();
          continue;
        }
        stream.push(batch);
        // A batch that was cut may lack the row that ends a stream, so every browser authenticates again.
        if (batch.isCut) stream.end();
      }
    } catch (error) {
      log.debug(
        { event: 'live.poll_failed', err: error },
        'the poll for live updates failed; it is repeated',
      );
    }
  }

  function schedule(): void {
    timer ??= setTimeout(async () => {
      await poll();
      timer = undefined;
      if (isClosed) return;
      if (streams.size > 0) schedule();
      // The next stream begins with what is new then.
      else seen = undefined;
    }, pollMs).unref();
  }

  return {
    async open(viewer) {
      if (isClosed || streams.size >= streamsMax) return undefined;
      const own = [...streams].filter((stream) => stream.viewer.user_id === viewer.user_id);
      if (own.length >= streamsOfUserMax) own[0]?.end();
      // Read before the stream's own first read, so that no change is between the two.
      seen ??= begin();
      const starting = seen;
      const waiting: ChangeBatch[] = [];
      let resolve: ((batch: ChangeBatch | undefined) => void) | undefined;
      let isEnded = false;
      const stream: Stream = {
        viewer,
        push(batch) {
          if (resolve) resolve(batch);
          else if (waiting.length < waitingMax) waiting.push(batch);
          else stream.end();
          resolve = undefined;
        },
        discard() {
          waiting.length = 0;
          stream.end();
        },
        end() {
          isEnded = true;
          clearTimeout(lifetime);
          streams.delete(stream);
          resolve?.(undefined);
        },
      };
      // Streams end at different times, even if many browsers connected after a restart.
      const lifetime = setTimeout(() => stream.end(), lifetimeMs * (0.8 + Math.random() * 0.2)).unref();
      streams.add(stream);
      schedule();
      try {
        const { epoch } = await starting;
        return {
          epoch,
          end: stream.end,
          async next() {
            const ready = waiting.shift();
            if (ready !== undefined) return ready;
            if (isEnded) return undefined;
            return new Promise((settle) => {
              resolve = settle;
            });
          },
        };
      } catch (error) {
        stream.end();
        seen = undefined;
        throw error;
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const stream of [...streams]) stream.end();
    },
  };
}
