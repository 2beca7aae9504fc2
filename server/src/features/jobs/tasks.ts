import type { Clock } from '../../foundation/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import type { TaskHandler } from '../../platform/tasks/index.ts';
import { endJobs, type JobDeps, taskKind } from './service.ts';
import { beginAttempt, type JobRow, type JobType, saveProgress, saveSuccess } from './store.ts';

export interface JobRun {
  signal: AbortSignal;
  /** 0 to 100; a hint, written at most once a second. */
  progress(percent: number): void;
}

/** One kind of job. */
export interface JobWork {
  /** How many one process does at a time. */
  atOnce: number;
  /** In its own short transaction, whenever an attempt begins. */
  begun?(db: Db, job: JobRow, now: Date): Promise<void>;
  /**
   * The work, outside any transaction. It returns how to write its result: that runs in the transaction that also ends
   * the job, together with the event, and gives back what the job shows as `result`.
   */
  run(job: JobRow, run: JobRun): Promise<(tx: Db, now: Date) => Promise<object>>;
}

interface RunnerDeps extends JobDeps {
  db: Db;
  clock: Clock;
}

/** The tasks that do the jobs, one kind of task for each kind of job. */
export function jobHandlers(
  deps: RunnerDeps,
  works: Partial<Record<JobType, JobWork>>,
): Record<string, TaskHandler> {
  const entries = Object.entries(works) as [JobType, JobWork][];
  return Object.fromEntries(entries.map(([type, work]) => [taskKind(type), handlerOf(deps, work)]));
}

function handlerOf(deps: RunnerDeps, work: JobWork): TaskHandler {
  return {
    atOnce: work.atOnce,
    async run(task, { signal, finish }) {
      const begunAt = deps.clock.now();
      const job = await deps.db.transaction(async (tx) => {
        const begun = await beginAttempt(tx, task.subject, task.attempts, begunAt);
        if (begun) await work.begun?.(tx, begun, begunAt);
        return begun;
      });
      if (!job) return;
      const progress = progressWriter(deps, job);
      const write = await work.run(job, { signal, progress });
      const now = deps.clock.now();
      await finish(async (tx) => {
        await saveSuccess(tx, job.id, await write(tx, now), now);
        tx.afterCommit(() => deps.waits.ended(job.id));
      });
    },
    async giveUp(tx, task, { code, message }) {
      await endJobs(deps, tx, sql`id = ${task.subject}`, { code, message }, deps.clock.now());
    },
  };
}

function progressWriter({ db, clock }: RunnerDeps, job: JobRow) {
  let writtenAt = 0;
  return (percent: number) => {
    // Real time: this only spares the database.
    if (performance.now() - writtenAt < 1_000) return;
    writtenAt = performance.now();
    const whole = Math.max(0, Math.min(99, Math.floor(percent)));
    saveProgress(db, job.id, job.attempts, whole, clock.now()).catch(() => {});
  };
}
