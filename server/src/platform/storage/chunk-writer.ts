import { close, open, write, writev } from 'node:fs';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';

/** Smaller ones are not worth it, and may be what a parser goes on using. */
const freedBytesMin = 16 * 1024;

/** What may wait to be written: several chunks of the network go to the disk in one call. */
const waitingBytes = 1024 * 1024;

const openFile = promisify(open);
const closeFile = promisify(close);

export interface ChunkWriterOptions {
  ownsChunks: boolean;
  /** Writes on from there in a file that exists, instead of making a new one. */
  from?: number;
}

/**
 * Writes a file. With `ownsChunks`, memory of a chunk is given back as soon as it is on its way to the disk: left
 * to the collector, a fast upload makes it walk the whole heap every few dozen megabytes, which costs half the speed.
 */
export async function createChunkWriter(
  path: string,
  { ownsChunks, from }: ChunkWriterOptions,
): Promise<Writable> {
  const file = await openFile(path, from === undefined ? 'wx' : 'r+', 0o600);
  let at = from ?? 0;
  const free = ownsChunks ? freeChunk : () => {};
  return new Writable({
    highWaterMark: waitingBytes,
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
        // A disk that took only a part: the rest in one piece.
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

/** Only what is alone in its memory; a slice of something larger is not ours to free. */
function freeChunk(chunk: Buffer): void {
  const { buffer } = chunk;
  if (chunk.length < freedBytesMin) return;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength && !buffer.detached)
    buffer.transfer(0);
}
