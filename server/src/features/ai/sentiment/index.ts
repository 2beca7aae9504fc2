import type { Clock } from '../../../foundation/clock.ts';
import { createThreadPool } from '../../../platform/threads/index.ts';
import type { Feature } from '../../feature.ts';
import type { SentimentDeps } from './deps.ts';
import { responseSentimentKind, responseSentimentTask, type SaveResponseSentiment } from './response-task.ts';
import { sentimentRoutes } from './routes.ts';
import { sentimentJob } from './tasks.ts';

const heapMegabytes = 128;
/** A batch takes milliseconds. */
const deadlineMs = 30_000;

interface CreateSentimentDeps extends Omit<SentimentDeps, 'threads'> {
  clock: Clock;
  saveResponseSentiment: SaveResponseSentiment;
}

export function createSentiment(input: CreateSentimentDeps): Feature {
  const threads = createThreadPool({
    worker: new URL('./score-worker.ts', import.meta.url),
    threads: 1,
    heapMegabytes,
    deadlineMs,
  });
  return {
    routes: sentimentRoutes(input.jobs),
    jobKinds: { sentiment: sentimentJob({ ...input, threads }) },
    taskKinds: { [responseSentimentKind]: responseSentimentTask({ ...input, threads }) },
    close: threads.close,
  };
}
