import { type Db, sql } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/log.ts';

export interface JobWaits {
  /** Resolves when the job has ended, the time is over, the signal aborts, or the server shuts down. */
  untilEnded(wait: Wait): Promise<void>;
  /** Called after a commit of this process. Polling finds jobs that ended in other processes. */
  ended(jobId: string): void;
  /** Resolves every wait. Later waits resolve immediately. */
  stop(): void;
}

interface Wait {
  jobId: string;
  userId: string;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface JobWaitsOptions {
  db: Db;
  log: Log;
  pollMs?: number;
  waitsMax?: number;
  waitsPerUserMax?: number;
}

/**
 * Long polling on jobs. All waits of a process share one query per poll. A wait over a limit resolves immediately: the
 * client then gets the current state and polls again.
 */
export function createJobWaits(options: JobWaitsOptions): JobWaits {
  const { db, log, pollMs = 500, waitsMax = 1_000, waitsPerUserMax = 50 } = options;
  const resolvers = new Map<string, Set<() => void>>();
  const perUser = new Map<string, number>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wake = (jobId: string) => {
    for (const resolve of [...(resolvers.get(jobId) ?? [])]) resolve();
  };

  const schedule = () => {
    if (resolvers.size > 0 && !isStopped) timer ??= setTimeout(() => void poll(), pollMs);
  };

  async function poll(): Promise<void> {
    try {
      const rows = await db.query<{ id: string }>(sql`
        select id from jobs where id = any(${[...resolvers.keys()]}) and status in ('succeeded', 'failed')`);
      for (const { id } of rows) wake(id);
    } catch (error) {
      log.debug(
        { event: 'job.wait_poll_failed', err: error },
        'the poll for ended jobs failed; it is repeated',
      );
    }
    timer = undefined;
    schedule();
  }

  return {
    async untilEnded({ jobId, userId, timeoutMs, signal }) {
      const ofUser = perUser.get(userId) ?? 0;
      if (isStopped || signal.aborted || count >= waitsMax || ofUser >= waitsPerUserMax) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timeout = setTimeout(resolve, timeoutMs);
      const onAbort = () => resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      const ofJob = resolvers.get(jobId) ?? new Set();
      resolvers.set(jobId, ofJob.add(resolve));
      perUser.set(userId, ofUser + 1);
      count++;
      schedule();
      await promise;
      clearTimeout(timeout);
      signal.removeEventListener('abort', onAbort);
      ofJob.delete(resolve);
      if (ofJob.size === 0 && resolvers.get(jobId) === ofJob) resolvers.delete(jobId);
      const left = (perUser.get(userId) ?? 1) - 1;
      if (left > 0) perUser.set(userId, left);
      else perUser.delete(userId);
      count--;
    },
    ended: wake,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const jobId of [...resolvers.keys()]) wake(jobId);
    },
  };
}
