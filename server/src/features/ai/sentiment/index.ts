import { createThreadPool } from '../../../platform/threads/index.ts';
import type { Feature } from '../../feature.ts';
import type { SentimentDeps } from './deps.ts';
import { sentimentRoutes } from './routes.ts';
import { sentimentJob } from './tasks.ts';

const heapMegabytes = 128;
/** A batch takes milliseconds. */
const deadlineMs = 30_000;

export function createSentiment(input: Omit<SentimentDeps, 'threads'>): Feature {
  const threads = createThreadPool({
    worker: new URL('./score-worker.ts', import.meta.url),
    threads: 1,
    heapMegabytes,
    deadlineMs,
  });
  return {
    routes: sentimentRoutes(input.jobs),
    jobKinds: { sentiment: sentimentJob({ ...input, threads }) },
    close: threads.close,
  };
}
