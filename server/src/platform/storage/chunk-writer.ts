import { close, open, write, writev } from 'node:fs';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';

/** Freeing a smaller chunk saves little, and a parser may still use it. */
const freedBytesMin = 16 * 1024;

/** Buffered bytes, so that several network chunks are written in one call. */
const bufferedBytes = 1024 * 1024;

const openFile = promisify(open);
const closeFile = promisify(close);

export interface ChunkWriterOptions {
  ownsChunks: boolean;
  /** Continues an existing file at this offset instead of creating a new file. */
  from?: number;
}

/**
 * Writes a file. With `ownsChunks`, the memory of a chunk is freed as soon as it is written. Otherwise a fast upload
 * triggers a full garbage collection every few dozen megabytes, which halves its speed.
 */
export async function createChunkWriter(
  path: string,
  { ownsChunks, from }: ChunkWriterOptions,
): Promise<Writable> {
  const file = await openFile(path, from === undefined ? 'wx' : 'r+', 0o600);
  let at = from ?? 0;
  const free = ownsChunks ? freeChunk : () => {};
  return new Writable({
    highWaterMark: bufferedBytes,
    write(chunk: Buffer, _encoding, done) {
      writeWhole(file, chunk, at, (error) => {
        at += chunk.length;
        free(chunk);
        done(error);
      });
    },
    writev(waiting, done) {
      const chunks = waiting.map(({ chunk }) => chunk as Buffer);
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      writev(file, chunks, at, (error, written) => {
        if (error || written === length) {
          at += length;
          for (const chunk of chunks) free(chunk);
          return done(error);
        }
        // A partial write: the remaining bytes follow in one call.
        writeWhole(file, Buffer.concat(chunks).subarray(written), at + written, (failed) => {
          at += length;
          for (const chunk of chunks) free(chunk);
          done(failed);
        });
      });
    },
    destroy(error, done) {
      closeFile(file).then(
        () => done(error),
        (failed: Error) => done(error ?? failed),
      );
    },
  });
}

function writeWhole(file: number, chunk: Buffer, at: number, done: (error: Error | null) => void): void {
  write(file, chunk, 0, chunk.length, at, (error, written) => {
    if (error || written === chunk.length) done(error);
    else writeWhole(file, chunk.subarray(written), at + written, done);
  });
}

/** Frees a chunk only if it uses its whole ArrayBuffer, because other slices may still be in use. */
function freeChunk(chunk: Buffer): void {
  const { buffer } = chunk;
  if (chunk.length < freedBytesMin) return;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength && !buffer.detached)
    buffer.transfer(0);
}
