import type { Clock } from '../../../foundation/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Media } from '../../../platform/media/open-media.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import type { SecretBox } from '../../../platform/secret-box/secret-box.ts';
import type { createReadTokens } from '../../../platform/storage/read-tokens.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { ResumableUploads } from '../../../platform/storage/uploads.ts';
import type { TaskQueue } from '../../../platform/tasks/index.ts';
import type { Registered } from '../../feature.ts';
import type { JobQueue } from '../../jobs/index.ts';
import type { Hooks } from '../../registrations.ts';
import type { TranscriptThreads } from '../transcripts/index.ts';
import { createUploadTokens, type UploadTokens } from './uploads/upload-tokens.ts';

export interface FileDeps {
  /** The pool, for writes that must be committed independently of the request's transaction. */
  db: Database;
  clock: Clock;
  log: Log;
  storage: Storage;
  uploads: ResumableUploads;
  uploadTokens: UploadTokens;
  media: Media;
  /** Parses large transcripts. */
  threads: TranscriptThreads;
  outbound: Outbound;
  tasks: TaskQueue;
  jobs: JobQueue;
  publicUrl: string;
  /** Folder for temporary files, such as the input and output of ffmpeg. */
  workDir: string;
  registered: Pick<Registered, 'usesOfFile' | 'partsOfFile'>;
  startTranscription: Hooks['startTranscription'];
  admitRecordedBytes: Hooks['admitRecordedBytes'];
}

export interface CreateFilesDeps extends Omit<FileDeps, 'uploadTokens'> {
  box: SecretBox;
  /** Tokens in the links to blobs. */
  tokens: ReturnType<typeof createReadTokens>;
}

export const createFileDeps = (input: CreateFilesDeps): FileDeps => ({
  ...input,
  uploadTokens: createUploadTokens(input.box.deriveKey('upload')),
});
