import { createThreadPool, type ThreadPool } from '../../../../platform/threads/index.ts';

/** Threads that verify what a language model proposes: the cost depends on the length of transcripts and response. */
export type VerifyThreads = ThreadPool;

export const createVerifyThreads = (): VerifyThreads =>
  createThreadPool({
    worker: new URL('./worker.ts', import.meta.url),
    heapMegabytes: 1024,
    deadlineMs: 60_000,
  });
