import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/**
 * Whether an MP4 or MOV is truncated, because its top-level boxes do not fit into the file. ffprobe reads only the index
 * at the start and does not notice that the rest of the file is missing.
 */
export async function endsEarly(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    let offset = 0;
    // Most files have a few top-level boxes; a fragmented recording has some thousands.
    for (let boxes = 0; offset < size && boxes < 200_000; boxes++) {
      const length = await boxLength(handle, offset, size);
      if (length === undefined) return true;
      offset += length;
    }
    return offset > size;
  } finally {
    await handle.close();
  }
}

async function boxLength(handle: FileHandle, offset: number, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, offset);
  if (bytesRead < 8) return undefined;
  const length = buffer.readUInt32BE(0);
  // 0: up to the end of the file. 1: the length follows in eight bytes.
  if (length === 0) return size - offset;
  if (length !== 1) return length < 8 ? undefined : length;
  if (bytesRead < 16) return undefined;
  const long = buffer.readBigUInt64BE(8);
  return long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(long);
}
