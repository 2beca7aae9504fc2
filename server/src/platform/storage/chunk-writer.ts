import { close, open, write, writev } from 'node:fs';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';

/** What may wait to be written: several chunks of the network go to the disk in one call. */
const waitingBytes = 1024 * 1024;

const openFile = promisify(open);
const closeFile = promisify(close);

/**
 * Writes a new file. With `ownsChunks`, memory of a chunk is given back as soon as it is on its way to the disk: left
 * to the collector, a fast upload makes it walk the whole heap every few dozen megabytes, which costs half the speed.
 */
export async function createChunkWriter(
  path: string,
  { ownsChunks }: { ownsChunks: boolean },
): Promise<Writable> {
  const file = await openFile(path, 'wx', 0o600);
  const free = ownsChunks ? freeChunk : () => {};
  return new Writable({
    highWaterMark: waitingBytes,
    write(chunk: Buffer, _encoding, done) {
      writeWhole(file, chunk, (error) => {
        free(chunk);
        done(error);
      });
    },
    writev(waiting, done) {
      const chunks = waiting.map(({ chunk }) => chunk as Buffer);
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      writev(file, chunks, (error, written) => {
        if (error || written === length) {
          for (const chunk of chunks) free(chunk);
          return done(error);
        }
        // A disk that took only a part: the rest in one piece.
        writeWhole(file, Buffer.concat(chunks).subarray(written), (failed) => {
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

function writeWhole(file: number, chunk: Buffer, done: (error: Error | null) => void): void {
  write(file, chunk, 0, chunk.length, null, (error, written) => {
    if (error || written === chunk.length) done(error);
    else writeWhole(file, chunk.subarray(written), done);
  });
}

/** Only what is alone in its memory; a slice of something larger is not ours to free. */
function freeChunk(chunk: Buffer): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength && !buffer.detached)
    buffer.transfer(0);
}
