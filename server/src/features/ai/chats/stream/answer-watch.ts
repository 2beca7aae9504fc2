import type { Clock } from '../../../../foundation/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { Log } from '../../../../platform/log/log.ts';
import { type AnswerState, type ChatReader, listAdmittedReaders, readAnswerStates } from '../store.ts';

/** Notices progress of answers, including those that another process writes. */
export interface AnswerWatch {
  /** Begins to watch a chat; undefined while too many streams are open. */
  open(reader: ChatReader): Watcher | undefined;
  /** Ends all streams. Later ones end immediately. */
  close(): void;
}

export interface Watcher {
  /** The state of these jobs; `'idle'` if nothing changed for a while, and undefined if the stream must end. */
  next(jobIds: string[]): Promise<AnswerState[] | 'idle' | undefined>;
  end(): void;
}

interface Waiting {
  reader: ChatReader;
  jobIds: string[];
  resolve(states: AnswerState[] | 'idle' | undefined): void;
  since: number;
}

export interface AnswerWatchOptions {
  db: Db;
  clock: Clock;
  log: Log;
  pollMs?: number;
  idleMs?: number;
  lifetimeMs?: number;
  streamsMax?: number;
  /** A further stream of a user ends the oldest one, whose browser has probably disconnected. */
  streamsOfUserMax?: number;
}

/** All streams of a process share two queries per poll: the answers, and who may still read them. Without streams there are no queries. */
export function createAnswerWatch(options: AnswerWatchOptions): AnswerWatch {
  const { db, clock, log, pollMs = 300, idleMs = 15_000, lifetimeMs = 600_000 } = options;
  const { streamsMax = 1_000, streamsOfUserMax = 10 } = options;
  const streams = new Set<{ reader: ChatReader; end(): void }>();
  const waits = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function poll(): Promise<void> {
    try {
      const asked = [...waits];
      const [states, admitted] = await Promise.all([
        readAnswerStates(db, [...new Set(asked.flatMap(({ jobIds }) => jobIds))]),
        listAdmittedReaders(
          db,
          asked.map(({ reader }) => reader),
          clock.now(),
        ),
      ]);
      for (const wait of asked)
        wait.resolve(
          admitted.has(wait.reader)
            ? states.filter(({ job_id }) => wait.jobIds.includes(job_id))
            : // The access to the chat has ended since the stream was opened.
              undefined,
        );
    } catch (error) {
      log.debug(
        { event: 'chat.stream_poll_failed', err: error },
        'the poll for the progress of answers failed; it is repeated',
      );
      for (const wait of waits) if (performance.now() - wait.since > idleMs) wait.resolve('idle');
    }
  }

  function schedule(): void {
    timer ??= setTimeout(async () => {
      await poll();
      timer = undefined;
      if (waits.size > 0 && !isClosed) schedule();
    }, pollMs).unref();
  }

  return {
    open(reader) {
      if (isClosed || streams.size >= streamsMax) return undefined;
      const own = [...streams].filter((stream) => stream.reader.user_id === reader.user_id);
      if (own.length >= streamsOfUserMax) own[0]?.end();
      let waiting: Waiting | undefined;
      let isEnded = false;
      const stream = {
        reader,
        end() {
          isEnded = true;
          clearTimeout(lifetime);
          streams.delete(stream);
          waiting?.resolve(undefined);
        },
      };
      const lifetime = setTimeout(stream.end, lifetimeMs).unref();
      streams.add(stream);
      return {
        end: stream.end,
        async next(jobIds) {
          if (isEnded || isClosed) return undefined;
          const { promise, resolve } = Promise.withResolvers<AnswerState[] | 'idle' | undefined>();
          waiting = {
            reader,
            jobIds,
            since: performance.now(),
            resolve(states) {
              if (waiting) waits.delete(waiting);
              resolve(states);
            },
          };
          waits.add(waiting);
          schedule();
          return promise;
        },
      };
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const stream of [...streams]) stream.end();
    },
  };
}
