import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, until } from '../../../test/harness.ts';
import { createDatabase, type Database, sql } from '../database/index.ts';
import { createLog } from '../log/log.ts';
import { createTaskQueue, type TaskHandler, type TaskQueue } from './index.ts';
import { rangesFrom } from './round-robin.ts';

let db: Database;
let drop: () => Promise<void>;
let queue: TaskQueue;

beforeAll(async () => {
  const made = await createTestDatabase();
  drop = made.drop;
  db = createDatabase({
    connection: made.connection,
    prepare: true,
    maxConnections: 5,
    onIdleError: () => {},
  });
});
afterEach(async () => {
  await queue.stop();
  await db.query(sql`delete from tasks`);
});
afterAll(async () => {
  await db.close();
  await drop();
});

async function queueTasks(workspace: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await db.query(sql`
      insert into tasks (kind, workspace_id, subject) values ('work', ${workspace}, ${`${workspace}-${i}`})`);
}

const left = async () => (await db.query(sql`select 1 from tasks`)).length;

function start(handler: Partial<TaskHandler>): string[] {
  const started: string[] = [];
  queue = createTaskQueue({ db, log: createLog('silent'), leaseMs: 5_000, pollMs: 20 });
  queue.start({
    work: {
      concurrency: 1,
      onExhausted: async () => {},
      ...handler,
      run: async (task, run) => {
        started.push(task.subject);
        await handler.run?.(task, run);
      },
    },
  });
  return started;
}

describe('tasks of several workspaces', () => {
  test('run in round-robin order, however many tasks one workspace queued before the others', async () => {
    await queueTasks('b', 20);
    await queueTasks('a', 2);
    await queueTasks('c', 2);
    const started = start({});
    await until(async () => (await left()) === 0, 'all tasks to be done');
    expect(started.slice(0, 7)).toEqual(['a-0', 'b-0', 'c-0', 'a-1', 'b-1', 'c-1', 'b-2']);
    expect(started).toHaveLength(24);
  });

  test('get a slot while another workspace runs tasks that never end', async () => {
    await queueTasks('a', 10);
    const stuck: string[] = [];
    const started = start({
      concurrency: 3,
      async run(task, { signal }) {
        if (task.workspace_id !== 'a') return;
        stuck.push(task.subject);
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
    });
    await until(() => stuck.length === 2, 'the workspace to fill its slots');
    await queueTasks('b', 5);
    await until(
      () => started.filter((subject) => subject.startsWith('b')).length === 5,
      'the other workspace',
    );
    expect(stuck).toHaveLength(2);
  });

  test('finds tasks of several workspaces with one index scan behind a long queue', async () => {
    start({ concurrency: 0 });
    await db.query(sql`
      insert into tasks (kind, workspace_id, subject) select 'work', 'a', 's' || i from generate_series(1, 20000) i`);
    await queueTasks('b', 1);
    await db.query(sql`analyze tasks`);
    const plan = await db.query<{ 'QUERY PLAN': string }>(sql`
      explain (analyze, buffers, costs off, timing off, summary off)
      select id from tasks where kind = 'work' and workspace_id > 'a' and due_at <= now()
       order by workspace_id, due_at limit 1 for update skip locked`);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using tasks_due');
    expect(Number(/shared hit=(\d+)/.exec(text)?.[1])).toBeLessThan(20);
  });
});

test('the ranges cover every workspace except the full ones, starting after the last served', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  const order = (last: string | undefined, full: string[]) => {
    const seen: string[] = [];
    for (const { above, below } of rangesFrom(last, full))
      for (const w of all)
        if ((above === undefined || w > above) && (below === undefined || w < below) && !seen.includes(w))
          seen.push(w);
    return seen.join('');
  };
  expect(order(undefined, [])).toBe('abcde');
  expect(order('b', [])).toBe('cdeab');
  expect(order('b', ['b'])).toBe('cdea');
  expect(order('c', ['a', 'd'])).toBe('ebc');
  expect(order('e', ['a', 'b', 'c', 'd', 'e'])).toBe('');
});
