import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PutOptions, StoredBlob } from './storage.ts';
import { createUploadVerifier } from './verify-upload.ts';

/** Reads to the end, keeping nothing: size and checksum of what is already stored. */
export async function verifyStream(source: Readable, options: PutOptions = {}): Promise<StoredBlob> {
  const verifier = createUploadVerifier(options);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(source, verifier.stream, nowhere);
  return verifier.result();
}
