import type { Readable } from 'node:stream';

/** Why an operation was refused or failed. The feature decides how to respond to the client. */
export type StorageFault =
  | 'not_found'
  | 'too_large'
  | 'size_mismatch'
  | 'checksum_mismatch'
  | 'bad_key'
  | 'bad_range'
  | 'bad_request';

export class StorageError extends Error {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string) {
    super(message);
    this.name = 'StorageError';
    this.fault = fault;
  }
}

export interface PutOptions {
  /** The first byte past this limit fails the put with `too_large`, and no blob is stored. */
  maxBytes?: number;
  /** The size that the sender declared. A different size fails the put, and no blob is stored. */
  expectedBytes?: number;
  expectedSha256?: string;
  /** False: the checksum is empty and computed when the blob is read later. Hashing slows a fast upload down. */
  hash?: boolean;
  /** No other code uses the source's buffers, so their memory may be freed once they are written. */
  ownsChunks?: boolean;
  contentType?: string;
  signal?: AbortSignal;
  /** Called before a chunk is stored, with the number of bytes including it. A rejection fails the put. */
  admit?(sizeBytes: number): Promise<void> | undefined;
}

export interface StoredBlob {
  size_bytes: number;
  checksum_sha256: string;
}

/** Both ends are inclusive, as in HTTP. An `end` past the blob means its last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface BlobRead {
  stream: Readable;
  /** The size of the whole blob, even for a range. */
  size: number;
  start: number;
  end: number;
}

export interface BlobStat {
  key: string;
  size_bytes: number;
  modified_at: Date;
}

export interface SignRequest {
  key: string;
  /** Null: valid until the record that refers to the blob is deleted. */
  expiresAt: Date | null;
  filename: string;
  contentType: string;
  /** `inline` only for content that a browser does not execute; see media/sniff.ts. */
  disposition: 'inline' | 'attachment';
}

/**
 * Stores the bytes of research files. Guarantees of every driver: a blob is complete or absent, even after a crash; no
 * operation reads a whole blob into memory; a key cannot refer to anything outside the storage.
 */
export interface Storage {
  put(key: string, source: Readable, options?: PutOptions): Promise<StoredBlob>;
  read(key: string, range?: ByteRange): Promise<BlobRead>;
  /** Returns undefined if the blob does not exist. */
  find(key: string): Promise<BlobStat | undefined>;
  stat(key: string): Promise<BlobStat>;
  /** Succeeds for a missing blob, so that a delete can be retried. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key starts with the prefix. Returns their number. */
  deletePrefix(prefix: string): Promise<number>;
  /** The order is not specified. */
  list(prefix: string): AsyncIterable<BlobStat>;
  copy(from: string, to: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** A URL of this server that serves this one blob, with range requests, until it expires. */
  signUrl(request: SignRequest): Promise<string>;
  /** Removes unfinished puts that started before this time, as a crash leaves them. Returns their number. */
  sweepIncomplete(olderThan: Date): Promise<number>;
  /** The path of a blob that is a local file. Callers may read it and must not write to it. */
  pathOf?(key: string): string;
}
