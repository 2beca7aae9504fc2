import type { Log } from '../log/log.ts';

export interface PeriodicTask {
  name: string;
  everyMs: number;
  /** The task runs in processes with the role `api`, too, which do no other background work. */
  onEveryNode?: boolean;
  /** Must be safe to run on several nodes at the same time: a single statement, or it takes a lock. */
  run(): Promise<void>;
}

/** Runs each task repeatedly until `stop`. Runs of one task never overlap, and a failed run does not end the schedule. */
export function startPeriodic(tasks: PeriodicTask[], log: Log): { stop(): Promise<void> } {
  const timers = new Map<PeriodicTask, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const schedule = (task: PeriodicTask, delayMs: number) => {
    if (stopped) return;
    timers.set(task, setTimeout(() => tick(task), delayMs).unref());
  };
  const tick = (task: PeriodicTask) => {
    const work = task
      .run()
      .catch((error: unknown) =>
        log.warn(
          { event: 'periodic.run_failed', task: task.name, err: error },
          'a periodic task failed and will run again',
        ),
      )
      .finally(() => {
        running.delete(work);
        schedule(task, task.everyMs);
      });
    running.add(work);
  };
  for (const task of tasks) schedule(task, Math.random() * Math.min(task.everyMs, 1_000));

  return {
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
