import type { Readable } from 'node:stream';

/** Why the storage refused or failed; the feature decides what the caller is told. */
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
  /** The stream is cut off with `too_large` at the first byte past this; nothing becomes visible. */
  maxBytes?: number;
  /** What the sender announced. A difference fails the put, and nothing becomes visible. */
  expectedBytes?: number;
  expectedSha256?: string;
  /** False: the checksum is left to whoever reads the blob later, and is empty here. Hashing slows a fast line. */
  hash?: boolean;
  /** The source's buffers are used by nobody else: their memory may be given back once they are written. */
  ownsChunks?: boolean;
  contentType?: string;
  signal?: AbortSignal;
  /** Called with the number of bytes so far before a chunk is stored. A rejection fails the put. */
  admit?(sizeBytes: number): Promise<void> | undefined;
}

export interface StoredBlob {
  size_bytes: number;
  checksum_sha256: string;
}

/** Both ends counted, as in HTTP; `end` may lie past the blob and is then its last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface BlobRead {
  stream: Readable;
  /** Of the whole blob, whatever the range. */
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
  /** Null: until the record that refers to the blob is deleted. */
  expiresAt: Date | null;
  filename: string;
  contentType: string;
  /** `inline` only for what a browser can't run: see media/sniff.ts. */
  disposition: 'inline' | 'attachment';
}

/**
 * Where the bytes of research files lie. Guarantees, on every driver:
 * a blob is visible whole or not at all, also after a crash; a stream is never held in memory as a whole;
 * a key can't name anything outside the storage.
 */
export interface Storage {
  put(key: string, source: Readable, options?: PutOptions): Promise<StoredBlob>;
  read(key: string, range?: ByteRange): Promise<BlobRead>;
  /** Undefined when there is no such blob. */
  find(key: string): Promise<BlobStat | undefined>;
  stat(key: string): Promise<BlobStat>;
  /** Deleting what isn't there succeeds: a retried delete is harmless. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key begins with these characters; says how many. */
  deletePrefix(prefix: string): Promise<number>;
  /** In no promised order. */
  list(prefix: string): AsyncIterable<BlobStat>;
  copy(from: string, to: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** A URL of this server that serves this one blob, with range requests, until it expires. */
  signUrl(request: SignRequest): Promise<string>;
  /** Removes what puts cut off by a crash left behind, if older than this; says how many. */
  sweepIncomplete(olderThan: Date): Promise<number>;
  /** Where the blob is a file of this machine: its path, to be read and never written. */
  pathOf?(key: string): string;
}
