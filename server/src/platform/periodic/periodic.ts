import type { Log } from '../log/log.ts';

export interface PeriodicTask {
  name: string;
  everyMs: number;
  /** Also in processes with the role `api`, which do no other background work. */
  onEveryNode?: boolean;
  /** Must be safe to run on several nodes at once: each is one statement, or takes its own lock. */
  run(): Promise<void>;
}

/** Runs small chores for as long as the process lives: never two of one kind at a time, and an error ends no chore. */
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
        log.warn({ task: task.name, err: error }, 'a chore failed and will be tried again'),
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
