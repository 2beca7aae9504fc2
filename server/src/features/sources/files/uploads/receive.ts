import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Db } from '../../../../platform/database/index.ts';
import {
  commitBlobKey,
  releaseBlobKey,
  reserveBlobKey,
  scheduleBlobDeletion,
} from '../../../../platform/storage/deletions.ts';
import type { PutOptions, Storage, StoredBlob } from '../../../../platform/storage/storage.ts';
import { createStorageReservation, type StorageSpender } from './reserve-storage.ts';

/** A stored blob that no record refers to yet. */
export interface ReceivedBlob extends StoredBlob {
  key: string;
  /** Call in the transaction that writes `key` into a record, before that record spends its storage credit. */
  commit(tx: Db): Promise<void>;
  /** Call at the end: deletes the bytes if they were not committed. */
  release(): Promise<void>;
}

/** Stores bytes under the prefix of a file. If no record is committed for them, they are deleted, even after a crash. */
export async function receiveBlob(
  { db, storage }: { db: Db; storage: Storage },
  folder: string,
  source: Readable,
  options: PutOptions & { spender?: StorageSpender },
): Promise<ReceivedBlob> {
  // The source may fail before the storage reads from it. The storage still receives the error from the stream later.
  source.on('error', () => {});
  const key = `${folder}/${randomBytes(8).toString('hex')}`;
  await reserveBlobKey(db, key);
  const release = () => releaseBlobKey(db, storage, key);
  const { spender, ...put } = options;
  try {
    const reservation = spender && createStorageReservation(db, key, spender);
    await reservation?.begin();
    const stored = await storage.put(key, source, { ...put, admit: reservation?.admit });
    const commit = async (tx: Db) => {
      try {
        await commitBlobKey(tx, key);
      } catch (error) {
        // The reservation has expired and the blob may be deleted already, so no record may refer to it.
        await scheduleBlobDeletion(db, key);
        throw error;
      }
    };
    return { ...stored, key, release, commit };
  } catch (error) {
    source.destroy();
    await release();
    throw error;
  }
}

export const fileFolder = (fileId: string) => `files/${fileId}`;

/** The bytes of a resumable upload as they arrived. */
export const uploadKey = (fileId: string) => `${fileFolder(fileId)}/upload`;
