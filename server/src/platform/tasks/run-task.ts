import type { Db } from '../database/index.ts';
import type { Log } from '../log/log.ts';
import {
  deleteLeasedTask,
  extendLease,
  holdsLease,
  releaseForRetry,
  releaseUncounted,
  type Task,
} from './store.ts';

/** Attempts before a task fails (spec §6.3), unless its handler sets another number. */
const attemptsMaxDefault = 3;
const attemptsMaxOf = ({ retry }: TaskHandler) => retry?.attemptsMax ?? attemptsMaxDefault;

/** A canceled task has to end within two seconds, and the heartbeats of its lease are further apart. */
const leaseCheckMs = 1_000;

/** A failure whose message is shown to the user. Any other error counts as internal and appears only in the log. */
export class TaskFailure extends Error {
  readonly code: string;
  /** Another attempt may succeed. */
  readonly retryable: boolean;

  constructor(code: string, message: string, { retryable = false } = {}) {
    super(message);
    this.name = 'TaskFailure';
    this.code = code;
    this.retryable = retryable;
  }
}

/** The task must wait for another one. It runs again after the delay, and the attempt does not count. */
export class TaskPostponed extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('The task waits for another one.');
    this.name = 'TaskPostponed';
    this.delayMs = delayMs;
  }
}

export interface TaskRun {
  /** Aborts when the lease is lost, the task is cancelled or the process stops. */
  signal: AbortSignal;
  /** Commits the result and deletes the task in one transaction. Fails without writing if the lease was lost. */
  finish<T>(write: (tx: Db) => Promise<T>): Promise<T>;
}

export interface TaskHandler {
  /** How many tasks of this kind one process runs at a time. */
  concurrency: number;
  /** How many of them may belong to one workspace. The default leaves one slot for the other workspaces. */
  concurrencyPerWorkspace?: number;
  /** Overrides the three attempts and the delays of the queue. `attempts` includes the one that failed. */
  retry?: { attemptsMax: number; delayMs(attempts: number): number };
  /** Runs outside any transaction. A handler with nothing to write returns without calling `finish`. */
  run(task: Task, run: TaskRun): Promise<void>;
  /** Records why a task is attempted again after the delay, in the transaction that releases it. */
  onRetry?(tx: Db, task: Task, failure: TaskFailure, delayMs: number): Promise<void>;
  /** Records the failure of a task after its last attempt, in the transaction that deletes the task. */
  onExhausted(tx: Db, task: Task, failure: TaskFailure): Promise<void>;
}

/** `returned`: the process stopped. `lost`: another process holds the lease, or the task was removed. */
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
  context: TaskContext,
  task: Task,
  handlers: Record<string, TaskHandler>,
): Promise<TaskEnd> {
  const handler = handlers[task.kind] as TaskHandler;
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, context.stop]);
  let finished = false;
  const finish = <T>(write: (tx: Db) => Promise<T>): Promise<T> =>
    context.db
      .transaction(async (tx) => {
        // First, so that a process that lost its lease takes no other lock and writes nothing.
        if (!(await deleteLeasedTask(tx, task))) throw new TaskLost('the lease was lost');
        return write(tx);
      })
      .then((value) => {
        finished = true;
        return value;
      });

  const heartbeat = setInterval(() => {
    extendLease(context.db, task, context.leaseMs).then(
      (extended) => extended || lost.abort(new TaskLost('the lease was lost')),
      (error: unknown) =>
        context.log.warn(
          { event: 'task.lease_extension_failed', kind: task.kind, subject: task.subject, err: error },
          'the lease of a task could not be extended',
        ),
    );
  }, context.leaseMs / 4);
  const leaseCheck = setInterval(() => {
    holdsLease(context.db, task).then(
      (held) => held || lost.abort(new TaskLost('the lease was lost')),
      // The heartbeat reports that the database is down.
      () => {},
    );
  }, leaseCheckMs);

  try {
    const attemptsMax = attemptsMaxOf(handler);
    if (task.attempts > attemptsMax) {
      throw new TaskFailure('internal', `The work was started ${attemptsMax} times and did not finish.`);
    }
    await handler.run(task, { signal, finish });
    if (!finished) await finish(async () => {});
    return 'done';
  } catch (error) {
    if (finished) return 'done';
    if (error instanceof TaskLost || lost.signal.aborted) return 'lost';
    if (context.stop.aborted) {
      await releaseUncounted(context.db, task);
      return 'returned';
    }
    if (error instanceof TaskPostponed) {
      await releaseUncounted(context.db, task, error.delayMs);
      return 'retrying';
    }
    return await retryOrGiveUp(context, handler, task, error, finish);
  } finally {
    clearInterval(heartbeat);
    clearInterval(leaseCheck);
  }
}

async function retryOrGiveUp(
  context: TaskContext,
  handler: TaskHandler,
  task: Task,
  error: unknown,
  finish: TaskRun['finish'],
): Promise<TaskEnd> {
  const isUnexpected = !(error instanceof TaskFailure);
  const failure = isUnexpected
    ? new TaskFailure('internal', 'An internal error occurred.', { retryable: true })
    : error;
  if (isUnexpected)
    context.log.warn(
      { event: 'task.failed', kind: task.kind, subject: task.subject, attempt: task.attempts, err: error },
      'a task failed with an unexpected error',
    );
  if (failure.retryable && task.attempts < attemptsMaxOf(handler)) {
    const delayMs = handler.retry?.delayMs(task.attempts) ?? context.retryDelayMs * 2 ** (task.attempts - 1);
    const isReleased = await context.db.transaction(async (tx) => {
      const held = await releaseForRetry(tx, task, delayMs);
      if (held) await handler.onRetry?.(tx, task, failure, delayMs);
      return held;
    });
    return isReleased ? 'retrying' : 'lost';
  }
  try {
    await finish((tx) => handler.onExhausted(tx, task, failure));
    return 'given_up';
  } catch (failed) {
    if (failed instanceof TaskLost) return 'lost';
    throw failed;
  }
}
