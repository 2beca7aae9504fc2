import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PutOptions, StoredBlob } from './storage.ts';
import { createUploadVerifier } from './verify-upload.ts';

/** Reads a stored blob to its end and verifies its size and checksum. */
export async function verifyStream(source: Readable, options: PutOptions = {}): Promise<StoredBlob> {
  const verifier = createUploadVerifier(options);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(source, verifier.stream, discard);
  return verifier.result();
}
