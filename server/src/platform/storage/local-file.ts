import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** Creates a temporary folder and removes it when `work` ends. */
export async function withWorkFolder<T>(root: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(root, randomBytes(8).toString('hex'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A path for programs such as ffmpeg: of the blob itself with disk storage, otherwise of a copy in the folder. */
export async function localPath(
  storage: Storage,
  key: string,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const own = storage.pathOf?.(key);
  if (own) return own;
  const copy = path.join(folder, 'blob');
  const { stream } = await storage.read(key);
  await pipeline(stream, createWriteStream(copy, { mode: 0o600 }), { signal });
  return copy;
}
