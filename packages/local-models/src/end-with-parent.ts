import { Worker } from 'node:worker_threads';

/** Called in the child process: it ends when its parent process has ended, and ignores the signals of a terminal. */
export function endWithParent(): void {
  // Ctrl-C in a terminal signals the whole process group: the parent process decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));
  // While this thread runs native code it does not see `disconnect`.
  new Worker(new URL('./parent-watchdog.ts', import.meta.url)).unref();
}
