import type { IncomingMessage } from 'node:http';
import { type DataStore, ERRORS } from '@tus/server';
import { recordingBytesMax } from '../limits.ts';
import { drainMs, type UploadLocks } from './upload-locks.ts';

export const tusVersion = '1.0.0';

/** An error response of the tus protocol: a status and a line of text. */
export interface TusFault {
  status_code: number;
  body: string;
}

export const isTusFault = (error: unknown): error is TusFault =>
  typeof (error as TusFault | undefined)?.status_code === 'number';

interface AppendRules {
  /** Throws if the upload accepts no more bytes. */
  requireOpen(): Promise<void>;
  /** For a recording, whose size was not announced: spends credit for all bytes up to this size, before they are stored. */
  charge(sizeBytes: number): Promise<void> | undefined;
}

/**
 * Handles the PATCH of tus: pipes the socket directly into the storage and returns the new offset. The tus server library
 * passes every chunk through web streams and three more streams, which is four times slower. If the connection fails, or
 * another request waits for this upload, the bytes received so far remain stored.
 */
export async function patchUpload(
  store: DataStore,
  locks: UploadLocks,
  request: IncomingMessage,
  uploadId: string,
  { requireOpen, charge }: AppendRules,
): Promise<number> {
  const offset = readOffset(request);
  const disconnected = new AbortController();
  let stop = () => disconnected.abort();
  const end = () => stop();
  request.once('close', end).on('error', end);
  let draining: NodeJS.Timeout | undefined;
  const lock = locks.locker.newLock(uploadId);
  await lock.lock(disconnected.signal, () => {
    draining ??= setTimeout(end, drainMs);
  });
  try {
    const upload = await store.getUpload(uploadId);
    // A recording may have been sealed while this request waited for the lock.
    if (upload.size === undefined) await requireOpen();
    if (upload.offset !== offset) throw ERRORS.INVALID_OFFSET;
    const remainingBytes = (upload.size ?? recordingBytesMax) - offset;
    if (Number(request.headers['content-length'] ?? 0) > remainingBytes) throw ERRORS.ERR_SIZE_EXCEEDED;
    const guard = locks.guard(uploadId, remainingBytes, (bytes) =>
      upload.size === undefined ? charge(offset + bytes) : undefined,
    );
    const { stream } = guard;
    stop = () => {
      request.unpipe(stream);
      if (!stream.writableEnded) stream.end();
    };
    if (disconnected.signal.aborted) stop();
    else request.pipe(stream);
    const stored = await store.write(stream, uploadId, offset);
    if (guard.exceeded()) throw ERRORS.ERR_SIZE_EXCEEDED;
    const refusal = guard.refusal();
    if (refusal) throw refusal;
    return stored;
  } finally {
    // The rest of the body is not read: the response closes the connection.
    stop();
    clearTimeout(draining);
    await lock.unlock();
  }
}

function readOffset({ headers }: IncomingMessage): number {
  if (headers['tus-resumable'] !== tusVersion)
    throw { status_code: 412, body: `Tus-Resumable: ${tusVersion} is required.\n` } satisfies TusFault;
  const offset = headers['upload-offset'];
  if (typeof offset === 'string' && /^\d{1,15}$/.test(offset)) return Number(offset);
  throw { status_code: 400, body: 'Upload-Offset must be a number of bytes.\n' } satisfies TusFault;
}
