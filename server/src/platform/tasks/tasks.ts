import type { Db } from '../database/index.ts';
import type { Log } from '../log/log.ts';
import type { TaskMetrics } from './metrics.ts';
import { runTask, type TaskHandler } from './run-task.ts';
import { claimTask, insertTask, type NewTask, removeTasksOf, type Task } from './store.ts';
import { createTurns, fullWorkspaces, type Turns } from './turns.ts';

export interface TaskQueueOptions {
  db: Db;
  log: Log;
  metrics?: TaskMetrics;
  /** Length of a lease without renewal. With the poll interval it is far below the 30 s of spec §6.3. */
  leaseMs?: number;
  pollMs?: number;
  /** Doubled with each attempt. */
  retryDelayMs?: number;
}

export interface TaskQueue {
  /** In the caller's transaction: the work exists if and only if the change that wants it does. */
  add(tx: Db, task: NewTask): Promise<void>;
  /** Ends what is queued or running for these subjects; nothing of it will be written. */
  remove(tx: Db, subjects: string[], kind?: string): Promise<void>;
  start(handlers: Record<string, TaskHandler>): void;
  /** Lets nothing new begin, interrupts what runs, and gives it back for another process. */
  stop(): Promise<void>;
}

/** Background work by leases in PostgreSQL: at least once, each result at most once. */
export function createTaskQueue(options: TaskQueueOptions): TaskQueue {
  const { db, log, metrics, leaseMs = 15_000, pollMs = 1_000, retryDelayMs = 2_000 } = options;
  const running = new Map<Task, Promise<void>>();
  const stopping = new AbortController();
  let handlers: Record<string, TaskHandler> = {};
  let timer: NodeJS.Timeout | undefined;
  let taking = false;
  let again = false;

  const turns = new Map<string, Turns>();

  async function take(): Promise<void> {
    for (const [kind, handler] of Object.entries(handlers)) await takeKind(kind, handler);
  }

  async function takeKind(kind: string, handler: TaskHandler): Promise<void> {
    const { concurrency, concurrencyPerWorkspace = Math.max(1, concurrency - 1) } = handler;
    const turn = turns.get(kind) ?? createTurns();
    turns.set(kind, turn);
    for (;;) {
      const busy = [...running.keys()].filter((task) => task.kind === kind);
      if (busy.length >= concurrency || stopping.signal.aborted) return;
      const task = await turn.next(fullWorkspaces(busy, concurrencyPerWorkspace), (range) =>
        claimTask(db, kind, range, leaseMs),
      );
      if (!task) return;
      begin(task);
    }
  }

  function begin(task: Task): void {
    const startedAtMs = performance.now();
    const work = runTask({ db, log, leaseMs, retryDelayMs, stop: stopping.signal }, task, handlers)
      .then((end) => metrics?.ended(task.kind, end, performance.now() - startedAtMs))
      .catch((error: unknown) => log.warn({ task: task.kind, err: error }, 'a task could not be put away'))
      .finally(() => {
        running.delete(task);
        wake();
      });
    running.set(task, work);
  }

  function wake(): void {
    if (stopping.signal.aborted || Object.keys(handlers).length === 0) return;
    if (taking) {
      again = true;
      return;
    }
    taking = true;
    again = false;
    clearTimeout(timer);
    take()
      .catch((error: unknown) => log.warn({ err: error }, 'tasks could not be read and will be tried again'))
      .finally(() => {
        taking = false;
        if (again) wake();
        else timer = setTimeout(wake, pollMs).unref();
      });
  }

  return {
    async add(tx, task) {
      await insertTask(tx, task);
      tx.afterCommit(wake);
    },
    remove: removeTasksOf,
    start(given) {
      handlers = given;
      wake();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
}
