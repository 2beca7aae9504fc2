import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DiskConfig, openDiskStorage } from './disk.ts';
import { openDiskUploads } from './disk-uploads.ts';
import type { ReadDeps } from './read-tokens.ts';
import { parseS3Url, type S3Config } from './s3-config.ts';
import type { Storage } from './storage.ts';
import type { ResumableUploads } from './uploads.ts';

export type StorageConfig = DiskConfig | S3Config;

/** STORAGE_URL: unset for the data folder, `file:///path` for another folder, `s3://…` for an object store. */
export function parseStorageUrl(url: string | undefined, dataDir: string): StorageConfig {
  if (!url) return { kind: 'disk', directory: join(dataDir, 'files') };
  if (url.startsWith('file:')) return { kind: 'disk', directory: folderOf(url) };
  if (url.startsWith('s3:')) return parseS3Url(url);
  throw new Error('STORAGE_URL must start with s3:// or file://.');
}

function folderOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new Error('STORAGE_URL: write a folder as file:///path, with three slashes.');
  }
}

export interface OpenedStorage {
  storage: Storage;
  uploads: ResumableUploads;
}

export async function openStorage(config: StorageConfig, deps: ReadDeps): Promise<OpenedStorage> {
  if (config.kind === 'disk') {
    const storage = openDiskStorage(config, deps);
    return { storage, uploads: openDiskUploads(config, storage) };
  }
  // Loads the AWS SDK only if S3 is configured.
  const [{ openS3Storage }, { openS3Uploads }] = await Promise.all([
    import('./s3.ts'),
    import('./s3-uploads.ts'),
  ]);
  const storage = openS3Storage(config, deps);
  return { storage, uploads: openS3Uploads(config, storage) };
}
