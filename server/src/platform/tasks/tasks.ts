import type { Db } from '../database/index.ts';
import type { Log } from '../log/log.ts';
import type { TaskMetrics } from './metrics.ts';
import { createRoundRobin, fullWorkspaces, type RoundRobin } from './round-robin.ts';
import { runTask, type TaskHandler } from './run-task.ts';
import { claimTask, insertTask, insertTasks, type NewTask, removeTasksOf, type Task } from './store.ts';

export interface TaskQueueOptions {
  db: Db;
  log: Log;
  metrics?: TaskMetrics;
  /** Duration of a lease without a heartbeat. Together with the poll interval it is far below the 30 s of spec §6.3. */
  leaseMs?: number;
  pollMs?: number;
  /** Doubled with each attempt. */
  retryDelayMs?: number;
}

export interface TaskQueue {
  /** Adds the task in the caller's transaction, so the task exists if and only if the transaction commits. */
  add(tx: Db, task: NewTask): Promise<void>;
  /** The same with one statement for many tasks. */
  addAll(tx: Db, tasks: NewTask[]): Promise<void>;
  /** Removes the queued tasks of these subjects and aborts the running ones. No result is written. */
  remove(tx: Db, subjects: string[], kind?: string): Promise<void>;
  start(handlers: Record<string, TaskHandler>): void;
  /** The kinds of the tasks that this process is running, one entry for each task. */
  running(): string[];
  /** Starts no further tasks, aborts the running ones and returns them to the queue. */
  stop(): Promise<void>;
}

/** A queue of leased tasks in PostgreSQL: each task runs at least once, and its result is written at most once. */
export function createTaskQueue(options: TaskQueueOptions): TaskQueue {
  const { db, log, metrics, leaseMs = 15_000, pollMs = 1_000, retryDelayMs = 2_000 } = options;
  const running = new Map<Task, Promise<void>>();
  const stopping = new AbortController();
  let handlers: Record<string, TaskHandler> = {};
  let timer: NodeJS.Timeout | undefined;
  let claiming = false;
  let claimAgain = false;

  const orders = new Map<string, RoundRobin>();

  async function claimAll(): Promise<void> {
    for (const [kind, handler] of Object.entries(handlers)) await claimKind(kind, handler);
  }

  async function claimKind(kind: string, handler: TaskHandler): Promise<void> {
    const { concurrency, concurrencyPerWorkspace = Math.max(1, concurrency - 1) } = handler;
    const order = orders.get(kind) ?? createRoundRobin();
    orders.set(kind, order);
    for (;;) {
      const busy = [...running.keys()].filter((task) => task.kind === kind);
      if (busy.length >= concurrency || stopping.signal.aborted) return;
      const task = await order.next(fullWorkspaces(busy, concurrencyPerWorkspace), (range) =>
        claimTask(db, kind, range, leaseMs),
      );
      if (!task) return;
      run(task);
    }
  }

  function run(task: Task): void {
    const startedAtMs = performance.now();
    const work = runTask({ db, log, leaseMs, retryDelayMs, stop: stopping.signal }, task, handlers)
      .then((end) => metrics?.ended(task.kind, end, performance.now() - startedAtMs))
      .catch((error: unknown) =>
        log.warn(
          { event: 'task.finish_failed', kind: task.kind, subject: task.subject, err: error },
          'the end of a task could not be recorded; it runs again when its lease expires',
        ),
      )
      .finally(() => {
        running.delete(task);
        wake();
      });
    running.set(task, work);
  }

  function wake(): void {
    if (stopping.signal.aborted || Object.keys(handlers).length === 0) return;
    if (claiming) {
      claimAgain = true;
      return;
    }
    claiming = true;
    claimAgain = false;
    clearTimeout(timer);
    claimAll()
      .catch((error: unknown) =>
        log.warn(
          { event: 'task.claim_failed', err: error },
          'tasks could not be claimed; the next poll retries',
        ),
      )
      .finally(() => {
        claiming = false;
        if (claimAgain) wake();
        else timer = setTimeout(wake, pollMs).unref();
      });
  }

  return {
    async add(tx, task) {
      await insertTask(tx, task);
      tx.afterCommit(wake);
    },
    async addAll(tx, tasks) {
      await insertTasks(tx, tasks);
      tx.afterCommit(wake);
    },
    remove: removeTasksOf,
    start(given) {
      handlers = given;
      wake();
    },
    running: () => [...running.keys()].map(({ kind }) => kind),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
}
