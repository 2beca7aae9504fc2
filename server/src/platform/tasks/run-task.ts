import type { Db } from '../database/index.ts';
import type { Log } from '../log/log.ts';
import { deleteLeasedTask, extendLease, postponeTask, returnTask, type Task } from './store.ts';

/** Attempts before a task fails (spec §6.3). */
const attemptsMax = 3;

/** A failure with a reason: its message may be shown to the user. Any other error is ours, and stays in the log. */
export class TaskFailure extends Error {
  readonly code: string;
  /** Another try may mend it. */
  readonly retryable: boolean;

  constructor(code: string, message: string, { retryable = false } = {}) {
    super(message);
    this.name = 'TaskFailure';
    this.code = code;
    this.retryable = retryable;
  }
}

export interface TaskRun {
  /** Fires when the task is lost, cancelled, or the process stops. */
  signal: AbortSignal;
  /** Commits the result and the end of the task together; nothing, if the task is no longer ours. */
  finish<T>(write: (tx: Db) => Promise<T>): Promise<T>;
}

export interface TaskHandler {
  /** How many of this kind one process does at a time. */
  concurrency: number;
  /** How many of them may belong to one workspace. By default all but one, so that the others always have a slot. */
  concurrencyPerWorkspace?: number;
  /** Instead of three attempts with the delays of the queue. `attempts` includes the one that failed. */
  retry?: { attemptsMax: number; delayMs(attempts: number): number };
  /** Outside any transaction. Returning without `finish` means that there is nothing to write. */
  run(task: Task, run: TaskRun): Promise<void>;
  /** The last word on a task that can't be done; in the transaction that ends it. */
  onExhausted(tx: Db, task: Task, failure: TaskFailure): Promise<void>;
}

/** `returned`: the process stopped; `lost`: another process has it, or nobody wants it any more. */
export type TaskEnd = 'done' | 'retrying' | 'given_up' | 'returned' | 'lost';

class TaskLost extends Error {}

interface TaskContext {
  db: Db;
  log: Log;
  leaseMs: number;
  retryDelayMs: number;
  stop: AbortSignal;
}

export async function runTask(
  at: TaskContext,
  task: Task,
  handlers: Record<string, TaskHandler>,
): Promise<TaskEnd> {
  const handler = handlers[task.kind] as TaskHandler;
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, at.stop]);
  let finished = false;
  const finish = <T>(write: (tx: Db) => Promise<T>): Promise<T> =>
    at.db
      .transaction(async (tx) => {
        // First, so that a holder that was too slow waits for nobody and writes nothing.
        if (!(await deleteLeasedTask(tx, task))) throw new TaskLost('the task is no longer ours');
        return write(tx);
      })
      .then((value) => {
        finished = true;
        return value;
      });

  const beat = setInterval(() => {
    extendLease(at.db, task, at.leaseMs).then(
      (held) => held || lost.abort(new TaskLost('the task is no longer ours')),
      (error: unknown) => at.log.warn({ task: task.kind, err: error }, 'a lease could not be extended'),
    );
  }, at.leaseMs / 4);

  try {
    if (task.attempts > (handler.retry?.attemptsMax ?? attemptsMax)) {
      throw new TaskFailure('internal', 'The work was begun three times and never came to an end.');
    }
    await handler.run(task, { signal, finish });
    if (!finished) await finish(async () => {});
    return 'done';
  } catch (error) {
    if (finished) return 'done';
    if (error instanceof TaskLost || lost.signal.aborted) return 'lost';
    if (at.stop.aborted) {
      await returnTask(at.db, task);
      return 'returned';
    }
    return await handleFailure(at, handler, task, error, finish);
  } finally {
    clearInterval(beat);
  }
}

async function handleFailure(
  at: TaskContext,
  handler: TaskHandler,
  task: Task,
  error: unknown,
  finish: TaskRun['finish'],
): Promise<TaskEnd> {
  const failure = error instanceof TaskFailure ? error : undefined;
  if (!failure) at.log.warn({ task: task.kind, subject: task.subject, err: error }, 'a task failed');
  if ((!failure || failure.retryable) && task.attempts < (handler.retry?.attemptsMax ?? attemptsMax)) {
    const delayMs = handler.retry?.delayMs(task.attempts) ?? at.retryDelayMs * 2 ** (task.attempts - 1);
    await postponeTask(at.db, task, delayMs);
    return 'retrying';
  }
  const last = failure ?? new TaskFailure('internal', 'Something went wrong on our side.');
  try {
    await finish((tx) => handler.onExhausted(tx, task, last));
    return 'given_up';
  } catch (lost) {
    if (lost instanceof TaskLost) return 'lost';
    throw lost;
  }
}
