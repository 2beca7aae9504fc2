import type { Emit } from '../../../events/index.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { JobGenerator } from '../../../platform/ai/generate/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Registered } from '../../feature.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { ChatThreads } from './threads/chat-threads.ts';

export interface ChatDeps {
  db: Db;
  clock: Clock;
  log: Log;
  emit: Emit;
  jobs: JobQueue;
  embedder: Embedder;
  registered: Pick<Registered, 'recordsOf' | 'sourceMaterial'>;
  threads: ChatThreads;
  /** The configured language model. Without one, answers are composed of passages of the transcripts. */
  generator: JobGenerator | undefined;
}
