import type { Clock } from '../../../foundation/clock.ts';
import { createThreadPool } from '../../../platform/threads/index.ts';
import type { Feature, Registered } from '../../feature.ts';
import type { SentimentDeps } from './deps.ts';
import { sentimentTexts } from './redact.ts';
import { responseSentimentKind, responseSentimentTask } from './response-task.ts';
import { sentimentRoutes } from './routes.ts';
import { sentimentsOfFile } from './store.ts';
import { sentimentJob } from './tasks.ts';

export { clearScore } from './summarize.ts';

const heapMegabytes = 128;
/** A batch takes milliseconds. */
const deadlineMs = 30_000;

interface CreateSentimentDeps extends Omit<SentimentDeps, 'threads'> {
  clock: Clock;
  registered: Pick<Registered, 'sourceMaterial'>;
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
    texts: [sentimentTexts],
    partsOfFile: sentimentsOfFile,
    jobKinds: { sentiment: sentimentJob({ ...input, threads }) },
    taskKinds: { [responseSentimentKind]: responseSentimentTask({ ...input, threads }) },
    close: threads.close,
  };
}
