import { newId } from '../../../../foundation/ids.ts';
import { type Db, sql } from '../../../../platform/database/index.ts';
import type { FileDeps } from '../deps.ts';
import type { TranscribeOptions } from '../input-schema.ts';
import { emptyRecordingHours, uploadHours } from '../limits.ts';
import { newFile } from '../new-file.ts';
import { deleteFile, findFileById, insertFile, lockProjectOfFile } from '../store.ts';
import { startIngest } from './complete-upload.ts';
import { createUploadLocks } from './upload-locks.ts';

export interface NewRecording {
  workspace_id: string;
  project_id: string;
  name: string;
  /** The type that the recorder reports, such as `video/webm;codecs=vp8,opus`. */
  content_type: string;
  source: 'session' | 'response';
  session_id?: string | null;
  response_id?: string | null;
  transcribe: TranscribeOptions | null;
  created_by: string | null;
}

/** Recordings that a browser sends while it records, so that their length is not known before the end. */
export interface Recordings {
  /** Creates the file, in the caller's transaction. Bytes are appended at `upload_url` (tus). */
  open(tx: Db, recording: NewRecording, now: Date): Promise<{ file_id: string; upload_url: string }>;
  /** Ends the recording at the bytes that have arrived. A recording without bytes is removed: then false. Can be repeated. */
  seal(fileId: string): Promise<boolean>;
}

export function createRecordings(deps: FileDeps): Recordings {
  const locks = createUploadLocks(deps.db);
  return {
    async open(tx, recording, now) {
      const id = newId('file', now.getTime());
      const hours = recording.source === 'response' ? emptyRecordingHours : uploadHours;
      const file = newFile(
        {
          ...recording,
          id,
          kind: recording.content_type.startsWith('audio/') ? 'audio' : 'video',
          status: 'uploading',
          recorded_at: now,
          upload_expires_at: new Date(now.getTime() + hours * 3_600_000),
        },
        now,
      );
      await insertFile(tx, file);
      // If the commit fails, this upload has no record, and the sweep removes it.
      await deps.uploads.create(id, undefined);
      return { file_id: id, upload_url: `${deps.publicUrl}/uploads/${deps.uploadTokens.sign(id)}` };
    },
    async seal(fileId) {
      // A writer that is still sending ends within a second, and its bytes are stored.
      const lock = locks.locker.newLock(fileId);
      await lock.lock(new AbortController().signal, () => {});
      try {
        const bytes = await deps.uploads.seal(fileId);
        return await deps.db.transaction(async (tx) => {
          await lockProjectOfFile(tx, fileId);
          const file = await findFileById(tx, fileId, sql`for update`);
          if (file?.status !== 'uploading') return file !== undefined;
          if (bytes) await startIngest(deps, tx, file, { size_bytes: bytes });
          else await deleteFile(tx, fileId);
          return Boolean(bytes);
        });
      } finally {
        await lock.unlock();
      }
    },
  };
}
