import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, until } from '../../../test/harness.ts';
import { createDatabase, type Database, sql } from '../database/index.ts';
import { createLog } from '../log/log.ts';
import {
  createTaskMetrics,
  createTaskQueue,
  TaskFailure,
  type TaskHandler,
  type TaskQueue,
} from './index.ts';
import type { TaskMetrics } from './metrics.ts';
import { claimTask } from './store.ts';

let db: Database;
let drop: () => Promise<void>;
const queues: TaskQueue[] = [];

beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 20,
    onIdleError: () => {},
  });
  await db.query(sql`create table results (subject text, note text)`);
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await db.query(sql`delete from tasks`);
  await db.query(sql`delete from results`);
});
afterAll(async () => {
  await db.close();
  await drop();
});

function newQueue(
  options: { leaseMs?: number; retryDelayMs?: number; metrics?: TaskMetrics } = {},
): TaskQueue {
  const log = createLog('silent');
  const queue = createTaskQueue({ db, log, leaseMs: 2_000, pollMs: 50, retryDelayMs: 10, ...options });
  queues.push(queue);
  return queue;
}

const note = (subject: string, text: string) => sql`insert into results values (${subject}, ${text})`;
const results = async () =>
  (await db.query<{ subject: string; note: string }>(sql`select * from results order by subject, note`)).map(
    (row) => `${row.subject} ${row.note}`,
  );
const left = async () => (await db.query(sql`select 1 from tasks`)).length;

const writes: TaskHandler = {
  concurrency: 4,
  run: (task, { finish }) => finish(async (tx) => void (await tx.query(note(task.subject, 'done')))),
  onExhausted: async (tx, task, failure) => void (await tx.query(note(task.subject, failure.code))),
};

describe('a task', () => {
  test('exists only if the transaction that adds it commits', async () => {
    const queue = newQueue();
    queue.start({ work: writes });
    const rolledBack = db.transaction(async (tx) => {
      await queue.add(tx, { kind: 'work', workspace_id: 'w', subject: 'a' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await db.transaction((tx) => queue.add(tx, { kind: 'work', workspace_id: 'w', subject: 'b' }));
    await until(async () => (await left()) === 0, 'the task to be done');
    expect(await results()).toEqual(['b done']);
  });

  test('runs once when several processes share the queue', async () => {
    for (let i = 0; i < 60; i++) await newTask(`t${String(i).padStart(2, '0')}`);
    for (let i = 0; i < 3; i++) newQueue().start({ work: writes });
    await until(async () => (await left()) === 0, 'all tasks to be done');
    expect(await results()).toHaveLength(60);
    expect(new Set(await results()).size).toBe(60);
  });

  test('runs again with a new token when the lease of a dead process expires', async () => {
    await newTask('a');
    // A process that claims the task and then dies.
    const claimed = await claimTask(db, 'work', {}, 300);
    expect(claimed?.subject).toBe('a');
    const tokens: number[] = [];
    newQueue().start({
      work: {
        ...writes,
        run(task, run) {
          tokens.push(task.token);
          return writes.run(task, run);
        },
      },
    });
    await until(async () => (await left()) === 0, 'the task to be done');
    expect(tokens).toEqual([(claimed?.token ?? 0) + 1]);
    expect(await results()).toEqual(['a done']);
  });

  test('aborts a task that lost its lease, and it writes no result', async () => {
    await newTask('a');
    const queue = newQueue({ leaseMs: 200 });
    let aborted = false;
    queue.start({
      work: {
        ...writes,
        async run(task, { signal, finish }) {
          await db.query(
            sql`update tasks set token = token + 1, due_at = now() + interval '1 hour' where id = ${task.id}`,
          );
          await until(() => signal.aborted, 'the signal to abort');
          aborted = true;
          await finish(async (tx) => void (await tx.query(note(task.subject, 'too late'))));
        },
      },
    });
    await until(() => aborted, 'the handler to be aborted');
    await queue.stop();
    expect(await results()).toEqual([]);
    expect(await left()).toBe(1);
  });

  test('aborts a task within two seconds after its removal, long before the next heartbeat', async () => {
    await newTask('a');
    const queue = newQueue({ leaseMs: 60_000 });
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<number>();
    queue.start({
      work: {
        ...writes,
        async run(_, { signal }) {
          signal.addEventListener('abort', () => aborted.resolve(performance.now()));
          started.resolve();
          await aborted.promise;
        },
      },
    });
    await started.promise;
    await queue.remove(db, ['a']);
    const removedAt = performance.now();
    expect((await aborted.promise) - removedAt).toBeLessThan(2_000);
  });

  test('records why it is attempted again while it waits', async () => {
    await newTask('a');
    newQueue({ retryDelayMs: 20 }).start({
      work: {
        ...writes,
        run(task, run) {
          if (task.attempts === 1) throw new TaskFailure('busy', 'because', { retryable: true });
          if (task.attempts === 2) throw new Error('a secret path');
          return writes.run(task, run);
        },
        onRetry: async (tx, task, { code, message }, delayMs) =>
          void (await tx.query(note(task.subject, `${code} ${message} ${delayMs}`))),
      },
    });
    await until(async () => (await left()) === 0, 'the task to be done');
    expect(await results()).toEqual([
      'a busy because 20',
      'a done',
      'a internal An internal error occurred. 40',
    ]);
  });

  test('extends its lease with a heartbeat while it runs', async () => {
    await newTask('a');
    let runs = 0;
    const leaseMs = 2_000;
    const leaseEnd = async () => {
      const [row] = await db.query<{ due_at: Date }>(sql`select due_at from tasks`);
      return row?.due_at.getTime() ?? 0;
    };
    newQueue({ leaseMs }).start({
      work: {
        ...writes,
        async run(task, run) {
          runs++;
          const first = await leaseEnd();
          await until(
            async () => (await leaseEnd()) > first + leaseMs,
            'a lease that starts after the end of the first one',
          );
          await writes.run(task, run);
        },
      },
    });
    await until(async () => (await left()) === 0, 'the task to be done');
    expect(runs).toBe(1);
  });

  test('fails with its reason after three attempts, or after one if the failure is not retryable', async () => {
    await newTask('broken');
    await newTask('final');
    await newTask('retryable');
    const attempts: Record<string, number> = {};
    newQueue().start({
      work: {
        ...writes,
        async run(task) {
          attempts[task.subject] = task.attempts;
          if (task.subject === 'broken') throw new Error('a secret path');
          throw new TaskFailure('reason', 'because', { retryable: task.subject === 'retryable' });
        },
      },
    });
    await until(async () => (await left()) === 0, 'all tasks to fail');
    expect(attempts).toEqual({ broken: 3, final: 1, retryable: 3 });
    expect(await results()).toEqual(['broken internal', 'final reason', 'retryable reason']);
  });

  test('fails after its process died three times', async () => {
    await newTask('killer');
    await db.query(sql`update tasks set attempts = 3`);
    newQueue().start({ work: writes });
    await until(async () => (await left()) === 0, 'the task to fail');
    expect(await results()).toEqual(['killer internal']);
  });

  test('returns a task without counting an attempt when the process stops', async () => {
    await newTask('a');
    const queue = newQueue();
    let started = false;
    queue.start({
      work: {
        ...writes,
        async run(_task, { signal }) {
          started = true;
          await until(() => signal.aborted, 'the stop');
          signal.throwIfAborted();
        },
      },
    });
    await until(() => started, 'the task to start');
    await queue.stop();
    const [row] = await db.query<{ attempts: number; due: boolean }>(
      sql`select attempts, due_at <= now() as due from tasks`,
    );
    expect(row).toEqual({ attempts: 0, due: true });
  });

  test('appears in the metrics while it is queued and by the outcome of each run', async () => {
    const registry = new Registry();
    const queue = newQueue({ metrics: createTaskMetrics(registry, db) });
    await newTask('good');
    await newTask('bad');
    expect(await registry.metrics()).toContain('parley_tasks_unfinished{kind="work"} 2');
    queue.start({
      work: {
        ...writes,
        async run(task, run) {
          if (task.subject === 'bad') throw new TaskFailure('refused', 'No.', { retryable: true });
          await writes.run(task, run);
        },
      },
    });
    await until(
      async () => (await registry.metrics()).includes('end="given_up"} 1'),
      'the bad task to fail for the last time',
    );
    const scraped = await registry.metrics();
    expect(scraped).toContain('parley_task_runs_total{kind="work",end="done"} 1');
    expect(scraped).toContain('parley_task_runs_total{kind="work",end="retrying"} 2');
    expect(scraped).toContain('parley_task_run_seconds_count{kind="work"} 4');
    expect(scraped).not.toContain('parley_tasks_unfinished{');
  });
});

async function newTask(subject: string): Promise<void> {
  await db.query(sql`insert into tasks (kind, workspace_id, subject) values ('work', '', ${subject})`);
}
