import type { Emit } from '../../../events/index.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { JobGenerator } from '../../../platform/ai/generate/index.ts';
import type { Transcriber } from '../../../platform/ai/transcribe/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import type { RateLimiter } from '../../../platform/rate-limiter/index.ts';
import type { FreeSpace } from '../../../platform/storage/free-space.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { TranscriptThreads } from '../../sources/transcripts/index.ts';
import type { ParticipantLinks } from '../participants/index.ts';

export interface InterviewDeps {
  /** The pool. A turn is committed before the language model is asked, whatever transaction the request has. */
  db: Db;
  clock: Clock;
  log: Log;
  emit: Emit;
  tasks: TaskQueue;
  storage: Storage;
  participantLinks: ParticipantLinks;
  /** Words the messages; undefined: templates do. */
  generator: JobGenerator | undefined;
  /** For spoken answers. */
  media: Media;
  transcriber: Transcriber;
  workDir: string;
  /** For the transcripts of interviews. */
  threads: TranscriptThreads;
  limiter: RateLimiter;
  /** The disk of the database, which has the bytes of spoken answers until they are transcribed. */
  databaseSpace: FreeSpace;
}
