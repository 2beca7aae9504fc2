import type { Clock } from '../../foundation/clock.ts';
import type { AiUsage } from '../../platform/ai/usage.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import type { TaskHandler } from '../../platform/tasks/index.ts';
import type { JobKind, JobRow, JobType } from './job-kind.ts';
import { endJobs, type JobQueue, taskKind } from './service.ts';
import { addUsage, saveProgress, saveRetry, saveSuccess, startAttempt } from './store.ts';

interface RunnerDeps extends JobQueue {
  db: Db;
  clock: Clock;
}

/** Returns one kind of task for each kind of job, and another one for its brief jobs. */
export function jobTaskKinds(deps: RunnerDeps): Record<string, TaskHandler> {
  const entries = Object.entries(deps.kinds) as [JobType, JobKind][];
  return Object.fromEntries(
    entries.flatMap(([type, kind]) => [
      [taskKind(type), handlerOf(deps, kind, kind.concurrency)],
      ...(kind.briefConcurrency
        ? [[taskKind(type, { isBrief: true }), handlerOf(deps, kind, kind.briefConcurrency)]]
        : []),
    ]),
  );
}

function handlerOf(deps: RunnerDeps, kind: JobKind, concurrency: number): TaskHandler {
  return {
    concurrency,
    async run(task, { signal, finish }) {
      const startedAt = deps.clock.now();
      const job = await deps.db.transaction(async (tx) => {
        const started = await startAttempt(tx, task.subject, task.attempts, startedAt);
        if (started) await kind.onStart?.(tx, started, startedAt);
        return started;
      });
      if (!job) return;
      const progress = progressWriter(deps, job);
      const usage = usageWriter(deps, job);
      const write = await kind.run(job, { signal, progress, addUsage: usage.add }).finally(usage.written);
      const now = deps.clock.now();
      await finish(async (tx) => {
        await saveSuccess(tx, job.id, await write(tx, now), now);
        tx.afterCommit(() => deps.waits.ended(job.id));
      });
    },
    async onRetry(tx, task, { code, message }, delayMs) {
      await saveRetry(tx, task.subject, { code, message, delayMs }, deps.clock.now());
    },
    async onExhausted(tx, task, { code, message }) {
      await endJobs(deps, tx, sql`id = ${task.subject}`, { code, message }, deps.clock.now());
    },
  };
}

/** Writes usage as it occurs, because the tokens of an attempt that fails were paid for, too. */
function usageWriter({ db, clock }: RunnerDeps, job: JobRow) {
  let written = Promise.resolve();
  return {
    add(usage: AiUsage) {
      written = written.then(() => addUsage(db, job.id, usage, clock.now())).catch(() => {});
    },
    written: () => written,
  };
}

function progressWriter({ db, clock }: RunnerDeps, job: JobRow) {
  let writtenAt = 0;
  return (percent: number) => {
    // Real time and not the injected clock: this only limits the number of writes.
    if (performance.now() - writtenAt < 1_000) return;
    writtenAt = performance.now();
    const whole = Math.max(0, Math.min(99, Math.floor(percent)));
    saveProgress(db, job.id, job.attempts, whole, clock.now()).catch(() => {});
  };
}
