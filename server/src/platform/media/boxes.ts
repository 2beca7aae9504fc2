import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/**
 * Whether the outermost boxes of an MP4 or MOV fit into the file. ffprobe believes the index at the front of a
 * file whose second half never arrived; this sees it.
 */
export async function endsEarly(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    let offset = 0;
    // Real files have a handful of boxes here; a fragmented recording some thousands.
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
  // 0: to the end of the file; 1: the true length follows in eight bytes.
  if (length === 0) return size - offset;
  if (length !== 1) return length < 8 ? undefined : length;
  if (bytesRead < 16) return undefined;
  const long = buffer.readBigUInt64BE(8);
  return long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(long);
}
