import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { type CreateFilesDeps, createFileDeps } from './deps.ts';
import { fetchTaskKind, ingestTaskKind } from './ingest/file-tasks.ts';
import { fetchHandler, ingestHandler } from './ingest/ingest.ts';
import { mountBlobs } from './links/serve-blobs.ts';
import { fileTexts } from './redact.ts';
import { type Redaction, redactOriginals } from './redact-originals.ts';
import { retentionRoutes } from './retention/routes.ts';
import { fileRoutes } from './routes.ts';
import { TranscribedFile } from './schema.ts';
import { eraseFile, getFileForRead, markTranscribed, markUntranscribed } from './service.ts';
import { fileBlobs, fileRecords } from './store.ts';
import { filePeriodicTasks } from './sweep.ts';
import { mountUploads } from './uploads/mount-uploads.ts';
import { createRecordings, type Recordings } from './uploads/recordings.ts';

export { TranscribeOptions } from './input-schema.ts';
export { type BlobDeps, sendBlob } from './links/serve-blobs.ts';
export { thumbnailUrl } from './links/signed-urls.ts';
export type { Redaction } from './redact-originals.ts';
export { TranscriptionResult, type TranscriptionSummary, toEventFile } from './schema.ts';
export {
  getFileForRead,
  getFileForWrite,
} from './service.ts';
export {
  insertSessionTranscript,
  type SessionTranscript,
  type StoredTranscript,
  storeSessionTranscript,
} from './session-transcript.ts';
export {
  endUploadsOf,
  type FileKind,
  type FileRow,
  fileKinds,
  fileRecords,
  findFileById,
  updateFile,
} from './store.ts';
export { endToleranceSeconds, findTimeRangeFaults, Seconds, spanFaults } from './time-ranges.ts';
export { type ReceivedBlob, receiveBlob } from './uploads/receive.ts';
export type { NewRecording, Recordings } from './uploads/recordings.ts';

interface Files extends Feature {
  recordings: Recordings;
  /** Deletes a file of an erased person in the caller's transaction. */
  eraseFile(tx: Db, fileId: string, now: Date): Promise<boolean>;
  /** Removes the words of an erased person from the original bytes of other files. */
  redactOriginals(redaction: Redaction): Promise<void>;
}

export function createFiles(input: CreateFilesDeps): Files {
  const deps = createFileDeps(input);
  return {
    recordings: createRecordings(deps),
    eraseFile: (tx, fileId, now) => eraseFile(deps, tx, fileId, now),
    redactOriginals: (redaction) => redactOriginals(deps, redaction),
    routes: [...fileRoutes(deps), ...retentionRoutes()],
    mount(app) {
      mountUploads(app, deps);
      mountBlobs(app, input);
    },
    taskKinds: { [fetchTaskKind]: fetchHandler(deps), [ingestTaskKind]: ingestHandler(deps) },
    periodic: filePeriodicTasks(deps),
    records: [fileRecords],
    texts: [fileTexts],
    blobsInUse: fileBlobs,
    hooks: { transcriptWritten: markTranscribed, transcriptRemoved: markUntranscribed },
    references: { file: ({ db, principal }, id) => getFileForRead(db, principal, id) },
    eventPayloads: { 'file.transcribed': TranscribedFile },
    // Checked at startup, so that a missing sandbox is logged at once. If ffmpeg is missing, the first file
    // reports that.
    start: () => void deps.media.sandboxed().catch(() => undefined),
  };
}
