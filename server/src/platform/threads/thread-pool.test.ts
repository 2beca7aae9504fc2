import { afterEach, expect, test } from 'vitest';
import { createThreadPool, ThreadLimit, type ThreadPool } from './thread-pool.ts';

let pool: ThreadPool;
const open = (more: object = {}) => {
  pool = createThreadPool({
    worker: new URL('../../../test/thread-worker.ts', import.meta.url),
    heapMegabytes: 32,
    deadlineMs: 20_000,
    ...more,
  });
  return pool;
};
afterEach(() => pool.close());

const limitOf = (result: Promise<unknown>) =>
  result.then(
    () => 'none',
    (error: unknown) => (error instanceof ThreadLimit ? error.limit : String(error)),
  );

test('ends a task at its deadline without blocking the event loop, and runs the next one', async () => {
  // The second task needs a new thread, whose start takes long on a busy machine.
  open({ threads: 1, deadlineMs: 4_000 });
  let ticks = 0;
  const timer = setInterval(() => ticks++, 20);
  expect(await limitOf(pool.run('a', { kind: 'spin' }))).toBe('time');
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
  expect(await pool.run('a', { kind: 'echo' })).toBe('echo');
});

test('ends a task that exceeds its heap while the process continues, and runs the next one', async () => {
  open({ threads: 1 });
  expect(await limitOf(pool.run('a', { kind: 'fill' }))).toBe('memory');
  expect(await pool.run('a', { kind: 'echo' })).toBe('echo');
});

test('rejects with the error that a task throws', async () => {
  await expect(open().run('a', { kind: 'throw' })).rejects.toThrow('thrown in the thread');
});

test('gives one tenant one thread and limits how many of its tasks wait', async () => {
  open({ deadlineMs: 5_000, waitingMax: 2 });
  const mine = [1, 2, 3, 4].map(() => limitOf(pool.run('a', { kind: 'spin' })));
  expect(await pool.run('b', { kind: 'echo' })).toBe('echo');
  expect(await mine[3]).toBe('waiting');
  await pool.close();
  for (const outcome of await Promise.all(mine.slice(0, 3))) expect(outcome).not.toBe('none');
});
