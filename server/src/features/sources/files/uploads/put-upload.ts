import type { IncomingMessage } from 'node:http';
import { AppError, invalidField, notFound } from '../../../../foundation/errors.ts';
import { sql } from '../../../../platform/database/index.ts';
import { StorageError } from '../../../../platform/storage/storage.ts';
import type { FileDeps } from '../deps.ts';
import { type FileRow, findFileById } from '../store.ts';
import { startIngest } from './complete-upload.ts';
import { isTusFault } from './patch-upload.ts';
import { fileFolder, receiveBlob } from './receive.ts';
import type { UploadLocks } from './upload-locks.ts';

/**
 * Receives the whole file in one request and verifies it while receiving. Only one request at a time writes to an upload,
 * so parallel requests cannot store more than the announced size, for which the workspace spent credit.
 */
export async function putUpload(deps: FileDeps, locks: UploadLocks, request: IncomingMessage, file: FileRow) {
  if (Number(request.headers['content-length'] ?? 0) > (file.size_bytes ?? 0))
    throw invalidField('body', `The upload is longer than the ${file.size_bytes} bytes that were announced.`);
  const stopped = new AbortController();
  request.once('close', () => {
    if (!request.complete) stopped.abort();
  });
  const lock = locks.locker.newLock(file.id);
  let receivedBefore = -1;
  await lock
    .lock(stopped.signal, () => {
      // Called every second while another request waits. A sender that has stopped sending is aborted.
      const received = request.socket?.bytesRead ?? 0;
      if (received === receivedBefore) stopped.abort(concurrentSender());
      receivedBefore = received;
    })
    .catch((error: unknown) => {
      throw isTusFault(error) ? concurrentSender() : error;
    });
  try {
    await storeBody(deps, request, file, stopped.signal);
  } finally {
    await lock.unlock();
  }
  await deps.uploads.remove(file.id).catch(() => {});
  return { data: { id: file.id, status: 'processing' } };
}

const concurrentSender = () => invalidField('body', 'Another request is sending the bytes of this file.');

async function storeBody(deps: FileDeps, request: IncomingMessage, file: FileRow, signal: AbortSignal) {
  const current = await findFileById(deps.db, file.id);
  if (current?.status !== 'uploading') throw notFound('Upload');
  await discardPartial(deps, file);
  const blob = await receiveBlob(deps, fileFolder(file.id), request, {
    expectedBytes: file.size_bytes as number,
    expectedSha256: file.checksum_sha256 ?? undefined,
    // Without a checksum to compare with, it is computed in the background: hashing here would slow the sender.
    hash: file.checksum_sha256 !== null,
    ownsChunks: true,
    signal,
  }).catch((error: unknown) => {
    if (signal.reason instanceof AppError) throw signal.reason;
    throw error instanceof StorageError ? invalidField('body', error.message) : error;
  });
  try {
    await deps.db.transaction(async (tx) => {
      const present = await findFileById(tx, file.id, sql`for update`);
      if (present?.status !== 'uploading') throw notFound('Upload');
      await blob.commit(tx);
      await startIngest(deps, tx, file, { blob_key: blob.key });
    });
  } finally {
    await blob.release();
  }
}

/** Removes bytes that were received over tus: together with this request they would exceed the announced size. */
async function discardPartial({ uploads }: FileDeps, file: FileRow): Promise<void> {
  if (!(await uploads.findOffset(file.id))) return;
  await uploads.remove(file.id);
  await uploads.create(file.id, file.size_bytes as number);
}
