import { type DataStore, Upload } from '@tus/server';
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
 * Uploads that can be resumed after a lost connection or a restart, in bounded memory. `finish` turns the uploaded bytes
 * into a blob. The feature mounts `datastore`:
 * `new Server({ path, datastore, disableTerminationForFinishedUploads: true, … }).handle(req, res)`.
 */
export interface ResumableUploads {
  datastore: DataStore;
  /**
   * Called when the file record is created. The client then only reads the offset (HEAD) and sends bytes (PATCH). Without a
   * size, bytes can be appended until `seal`, as for a recording that is still running.
   */
  create(uploadId: string, sizeBytes: number | undefined): Promise<void>;
  /**
   * Ends an upload that was created without a size, at the bytes that are stored, and returns their number. The caller has
   * the lock of the upload. Can be repeated.
   */
  seal(uploadId: string): Promise<number | undefined>;
  /** The number of stored bytes, or undefined if the upload does not exist. */
  findOffset(uploadId: string): Promise<number | undefined>;
  /**
   * Verifies size and checksum and stores the bytes as a blob. A repeated call, as after a crash, completes or returns the
   * same result. An unfinished or wrong upload is left unchanged.
   */
  finish(uploadId: string, key: string, options: FinishOptions): Promise<StoredBlob>;
  /** Succeeds for an upload that does not exist. */
  remove(uploadId: string): Promise<void>;
  /** Lists all uploads for the sweep, which compares them with the file records and their age. */
  list(): AsyncIterable<OpenUpload>;
}

/** Accepts only ids such as `fil_…`, so that an upload cannot refer to a path or to the `.info` file of another. */
export function isUploadId(uploadId: string): boolean {
  return /^[a-z0-9_]{1,64}$/.test(uploadId);
}

export const newUpload = (id: string, sizeBytes: number | undefined) =>
  new Upload({ id, offset: 0, ...(sizeBytes === undefined ? {} : { size: sizeBytes }) });
