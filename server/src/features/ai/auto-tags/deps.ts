import type { Emit } from '../../../events/index.ts';
import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { JobGenerator } from '../../../platform/ai/generate/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { VerifyThreads } from './generated/verify-threads.ts';

export interface AutoTagDeps {
  db: Db;
  emit: Emit;
  jobs: JobQueue;
  embedder: Embedder;
  threads: VerifyThreads;
  /** The configured language model. Without one, passages are compared with the tags by meaning. */
  generator: JobGenerator | undefined;
}
