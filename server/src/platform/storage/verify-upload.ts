import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { type PutOptions, StorageError, type StoredBlob } from './storage.ts';

export interface UploadVerifier {
  stream: Transform;
  /** Complete once the stream has ended. */
  result(): StoredBlob;
}

/**
 * Counts and hashes the bytes of a stream and fails it if they differ from what the sender declared. It fails before
 * the consumer sees the end of the stream, so a driver never completes a wrong blob.
 */
export function createUploadVerifier(options: PutOptions): UploadVerifier {
  const hashes = options.hash !== false || options.expectedSha256 !== undefined;
  const hash = createHash('sha256');
  const limit = Math.min(
    options.maxBytes ?? Number.POSITIVE_INFINITY,
    options.expectedBytes ?? Number.POSITIVE_INFINITY,
  );
  let size = 0;
  let checksum = '';
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) {
        done(new StorageError('too_large', `The upload is longer than the ${limit} bytes allowed.`));
        return;
      }
      if (hashes) hash.update(chunk);
      const admission = options.admit?.(size);
      if (admission) admission.then(() => done(null, chunk), done);
      else done(null, chunk);
    },
    flush(done) {
      if (hashes) checksum = hash.digest('hex');
      if (options.expectedBytes !== undefined && size !== options.expectedBytes) {
        done(
          new StorageError('size_mismatch', `Received ${size} bytes instead of ${options.expectedBytes}.`),
        );
      } else if (options.expectedSha256 && checksum !== options.expectedSha256.toLowerCase()) {
        done(new StorageError('checksum_mismatch', 'The SHA-256 checksum of the upload does not match.'));
      } else {
        done();
      }
    },
  });
  return { stream, result: () => ({ size_bytes: size, checksum_sha256: checksum }) };
}
