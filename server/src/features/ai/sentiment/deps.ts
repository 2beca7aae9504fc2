import type { Embedder } from '../../../platform/ai/embed/embedder.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { ThreadPool } from '../../../platform/threads/index.ts';
import type { JobQueue } from '../../jobs/index.ts';

export interface SentimentDeps {
  db: Db;
  jobs: JobQueue;
  moodEmbedder: Embedder;
  threads: ThreadPool;
}
