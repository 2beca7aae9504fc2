import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Db } from '../../../platform/database/index.ts';
import {
  commitBlobKey,
  releaseBlobKey,
  reserveBlobKey,
  scheduleBlobDeletion,
} from '../../../platform/storage/deletions.ts';
import type { PutOptions, StoredBlob } from '../../../platform/storage/storage.ts';
import type { FileDeps } from './deps.ts';
import { createStorageHold, type StorageSpender } from './storage-hold.ts';

/** Bytes in the storage that a record is about to name. */
export interface ReceivedBlob extends StoredBlob {
  key: string;
  /** In the transaction that writes `key` into a record, and before that record pays for its storage. */
  claim(tx: Db): Promise<void>;
  /** When all is over: deletes the bytes if nobody claimed them. */
  release(): Promise<void>;
}

/** Writes bytes under a file's prefix. Whatever happens next, they end in a record or are deleted. */
export async function receiveBlob(
  { db, storage }: Pick<FileDeps, 'db' | 'storage'>,
  folder: string,
  source: Readable,
  options: PutOptions & { spender?: StorageSpender },
): Promise<ReceivedBlob> {
  // The source may fail before the storage reads from it. The storage still sees the error: the stream remembers it.
  source.on('error', () => {});
  const key = `${folder}/${randomBytes(8).toString('hex')}`;
  await reserveBlobKey(db, key);
  const release = () => releaseBlobKey(db, storage, key);
  const { spender, ...put } = options;
  try {
    const hold = spender && createStorageHold(db, key, spender);
    await hold?.begin();
    const stored = await storage.put(key, source, { ...put, admit: hold?.admit });
    const claim = async (tx: Db) => {
      try {
        await commitBlobKey(tx, key);
      } catch (error) {
        // Too late: no record may refer to them, so what was written since is deleted too.
        await scheduleBlobDeletion(db, key);
        throw error;
      }
    };
    return { ...stored, key, release, claim };
  } catch (error) {
    source.destroy();
    await release();
    throw error;
  }
}

export const fileFolder = (fileId: string) => `files/${fileId}`;
