import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { startDeadline } from './processor-deadline.ts';

/** A task was ended at its time or memory limit, or was not started because too many tasks of the tenant wait. */
export class ThreadLimit extends Error {
  readonly limit: 'time' | 'memory' | 'waiting';

  constructor(limit: ThreadLimit['limit']) {
    super(`The task reached its limit: ${limit}.`);
    this.limit = limit;
  }
}

export interface ThreadPool {
  /** Runs one task of a tenant at a time, so that no tenant can occupy all threads. */
  run<Result>(tenant: string, task: object): Promise<Result>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** A module that exports `work`, which takes a task and returns its result. */
  worker: URL;
  threads?: number;
  heapMegabytes: number;
  /** Counted while the process gets processor time: processor-deadline.ts. */
  deadlineMs: number;
  /** The maximum number of waiting tasks per tenant. */
  waitingMax?: number;
}

const idleMs = 30_000;

/** Runs computation outside the event loop, with its own heap and a deadline. Threads start on demand and end when idle. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { worker, threads = 2, heapMegabytes, deadlineMs, waitingMax = 16 } = options;
  const pool = new Piscina({
    filename: fileURLToPath(worker),
    name: 'work',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // Nothing reads the timings.
    recordTiming: false,
  });
  // The error also rejects its task. Without a listener, Node would end the process.
  pool.on('error', () => {});
  const queues = new Map<string, { count: number; last: Promise<unknown> }>();

  async function runOne<Result>(task: object): Promise<Result> {
    const deadline = startDeadline(deadlineMs);
    try {
      return (await pool.run(task, { signal: deadline.signal })) as Result;
    } catch (error) {
      if (deadline.signal.aborted) throw new ThreadLimit('time');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new ThreadLimit('memory');
      throw error;
    } finally {
      deadline.clear();
    }
  }

  return {
    async run<Result>(tenant: string, task: object) {
      const queue = queues.get(tenant) ?? { count: 0, last: Promise.resolve() };
      if (queue.count > waitingMax) throw new ThreadLimit('waiting');
      queues.set(tenant, queue);
      queue.count++;
      const result = queue.last.then(() => runOne<Result>(task));
      queue.last = result.catch(() => {});
      try {
        return await result;
      } finally {
        if (--queue.count === 0) queues.delete(tenant);
      }
    },
    close: () => pool.destroy(),
  };
}
