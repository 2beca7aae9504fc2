import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/** A task was ended because it needed more than it may have, or was not started because too many wait. */
export class ThreadLimit extends Error {
  readonly limit: 'time' | 'memory' | 'waiting';

  constructor(limit: ThreadLimit['limit']) {
    super(`The task reached the limit of ${limit}.`);
    this.limit = limit;
  }
}

export interface ThreadPool {
  /** A tenant has one task in the pool at a time, so that none can occupy all threads. */
  run<Result>(tenant: string, task: object): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** A module that exports `work`, which takes a task and returns its result. */
  worker: URL;
  threads?: number;
  heapMegabytes: number;
  deadlineMs: number;
  /** Tasks of one tenant that may wait. */
  waitingMax?: number;
}

const idleMs = 30_000;

/** Computation away from the event loop, with a heap and a deadline of its own. Threads start on demand and end when idle. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { worker, threads = 2, heapMegabytes, deadlineMs, waitingMax = 16 } = options;
  const pool = new Piscina({
    filename: fileURLToPath(worker),
    name: 'work',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // Their cost is not worth it for tasks that take milliseconds to seconds.
    recordTiming: false,
  });
  // The error also rejects its task; unheard here, it would end the process.
  pool.on('error', () => {});
  const waiting = new Map<string, { count: number; last: Promise<unknown> }>();

  async function runOne<Result>(task: object): Promise<Result> {
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      return (await pool.run(task, { signal })) as Result;
    } catch (error) {
      if (signal.aborted) throw new ThreadLimit('time');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ThreadLimit('memory');
      throw error;
    }
  }

  return {
    async run<Result>(tenant: string, task: object) {
      const line = waiting.get(tenant) ?? { count: 0, last: Promise.resolve() };
      if (line.count > waitingMax) throw new ThreadLimit('waiting');
      waiting.set(tenant, line);
      line.count++;
      const result = line.last.then(() => runOne<Result>(task));
      line.last = result.catch(() => {});
      try {
        return await result;
      } finally {
        if (--line.count === 0) waiting.delete(tenant);
      }
    },
    close: () => pool.destroy(),
  };
}
