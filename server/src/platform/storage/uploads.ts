import type { DataStore } from '@tus/server';
import type { StoredBlob } from './storage.ts';

export interface FinishOptions {
  expectedBytes: number;
  expectedSha256?: string;
}

export interface OpenUpload {
  upload_id: string;
  created_at: Date;
}

/**
 * Uploads that resume after a cut connection and after a restart, in bounded memory. The bytes lie beside the
 * blobs until `finish` makes them one. `datastore` is mounted by the feature:
 * `new Server({ path, datastore, disableTerminationForFinishedUploads: true, … }).handle(req, res)`.
 */
export interface ResumableUploads {
  datastore: DataStore;
  /** The upload that a file record announces; the client then only asks for the offset (HEAD) and sends (PATCH). */
  create(uploadId: string, sizeBytes: number): Promise<void>;
  /** How many bytes are safe; undefined when there is no such upload. */
  findOffset(uploadId: string): Promise<number | undefined>;
  /**
   * Checks size and checksum, and makes the bytes visible under the key. Asked again after a crash in the middle,
   * it completes or answers the same. An unfinished or wrong upload stays as it was.
   */
  finish(uploadId: string, key: string, options: FinishOptions): Promise<StoredBlob>;
  /** Removing what isn't there succeeds. */
  remove(uploadId: string): Promise<void>;
  /** For the sweep: the caller compares with its records and the age. */
  list(): AsyncIterable<OpenUpload>;
}

/** An id of ours (`fil_…`), so that no upload can name a path or another's helper file. */
export function isUploadId(uploadId: string): boolean {
  return /^[a-z0-9_]{1,64}$/.test(uploadId);
}
