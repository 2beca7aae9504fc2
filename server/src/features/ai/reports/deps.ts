import type { Emit } from '../../../events/index.ts';
import type { Embedder } from '../../../platform/ai/embed/index.ts';
import type { JobGenerator } from '../../../platform/ai/generate/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { ShareLinks } from '../../../platform/secret-box/share-links.ts';
import type { Registered } from '../../feature.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { ReportThreads } from './threads/report-threads.ts';

export interface ReportDeps {
  db: Db;
  emit: Emit;
  jobs: JobQueue;
  links: ShareLinks;
  registered: Pick<Registered, 'recordsOf' | 'sourceMaterial'>;
  threads: ReportThreads;
  /** The configured language model. Without one, reports are composed of sentences of the transcripts. */
  generator: JobGenerator | undefined;
  /** Compares sentences by meaning for these reports. */
  embedder: Embedder;
  /** Judges what participants like and dislike in these reports. */
  moodEmbedder: Embedder;
}
