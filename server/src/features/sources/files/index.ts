import type { Db } from '../../../platform/database/index.ts';
import type { Feature } from '../../feature.ts';
import { mountBlobs } from './blobs.ts';
import { type CreateFilesDeps, createFileDeps } from './deps.ts';
import { fetchTaskKind, ingestTaskKind } from './file-tasks.ts';
import { fetchHandler, ingestHandler } from './ingest.ts';
import { createRecordings, type Recordings } from './recordings.ts';
import { retentionRoutes } from './retention-routes.ts';
import { fileRoutes } from './routes.ts';
import { TranscribedFile } from './schema.ts';
import { eraseFile, getFileForRead } from './service.ts';
import { fileRecords } from './store.ts';
import { filePeriodicTasks } from './sweep.ts';
import { mountUploads } from './uploads.ts';

export { type BlobDeps, sendBlob } from './blobs.ts';
export { checkStorage, type StorageReport } from './check-storage.ts';
export { type ReceivedBlob, receiveBlob } from './receive.ts';
export type { NewRecording, Recordings } from './recordings.ts';
export { TranscribeOptions, type TranscriptionSummary, toEventFile } from './schema.ts';
export {
  getFileForRead,
  getFileForWrite,
  markTranscribed,
  markUntranscribed,
  thumbnailUrl,
} from './service.ts';
export {
  insertSessionTranscript,
  type SessionTranscript,
  type StoredTranscript,
  storeSessionTranscript,
} from './session-transcript.ts';
export { type FileRow, fileRecords, findFileById, updateFile } from './store.ts';

interface Files extends Feature {
  recordings: Recordings;
  /** Deletes a file of an erased person in the caller's transaction. */
  eraseFile(tx: Db, fileId: string, now: Date): Promise<boolean>;
}

export function createFiles(input: CreateFilesDeps): Files {
  const deps = createFileDeps(input);
  return {
    recordings: createRecordings(deps),
    eraseFile: (tx, fileId, now) => eraseFile(deps, tx, fileId, now),
    routes: [...fileRoutes(deps), ...retentionRoutes()],
    mount(app) {
      mountUploads(app, deps);
      mountBlobs(app, input);
    },
    taskKinds: { [fetchTaskKind]: fetchHandler(deps), [ingestTaskKind]: ingestHandler(deps) },
    periodic: filePeriodicTasks(deps),
    taggableTypes: [fileRecords],
    references: { file: ({ db, principal }, id) => getFileForRead(db, principal, id) },
    eventPayloads: { 'file.transcribed': TranscribedFile },
    // Checked at startup, so that a missing sandbox is logged at once. If ffmpeg is missing, the first file
    // reports that.
    start: () => void deps.media.sandboxed().catch(() => undefined),
  };
}
