import type { FileHandle } from 'node:fs/promises';

const headerBytes = 44;

/** The byte offsets of the samples in a WAV file. ffmpeg writes other chunks before them. */
export async function findWavData(handle: FileHandle): Promise<{ start: number; end: number }> {
  const { size } = await handle.stat();
  const head = Buffer.alloc(Math.min(size, 4096));
  await handle.read(head, 0, head.length, 0);
  for (let at = 12; at + 8 <= head.length; ) {
    const length = head.readUInt32LE(at + 4);
    // A writer that can't seek leaves the largest possible length: then the end of the file counts.
    if (head.toString('latin1', at, at + 4) === 'data')
      return { start: at + 8, end: Math.min(size, at + 8 + length) };
    at += 8 + length + (length % 2);
  }
  return { start: headerBytes, end: size };
}
