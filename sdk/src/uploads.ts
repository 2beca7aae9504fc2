import { ParleyError } from './error.ts';
import { isRetryable, pause, type RetryOptions, retryDelayMs } from './retry.ts';

export interface UploadProgress {
  /** Bytes that the server has confirmed. */
  sentBytes: number;
  totalBytes: number;
}

export interface SendUploadOptions extends Partial<RetryOptions> {
  /** `upload.url` of a file whose status is `uploading`. It needs no API key. */
  url: string;
  /** The bytes: a browser's `File`, or in Node.js `await openAsBlob(path)`. Read chunk by chunk, never as a whole. */
  source: Blob;
  /** Called with the offset at the start and after each chunk. */
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
  /** Bytes per request. Default 4 MiB: small enough for regular progress, large enough that overhead is negligible. */
  chunkBytes?: number;
}

const tusHeaders = { 'Tus-Resumable': '1.0.0' };
/** A slow line may take minutes for one chunk. What arrived before the time limit is stored and not sent again. */
const chunkTimeoutMs = 300_000;
/** 409: the offset differs from the server's. 423: an earlier request still writes. Reading the offset resolves both. */
const retryableTusStatuses = new Set([409, 423]);

/**
 * Sends the bytes of a file over tus 1.0, beginning at the offset that the server reports: the same call starts an
 * upload and resumes one. After a lost connection it reads the offset again and continues there. It gives up
 * after `retries` consecutive failures without progress.
 */
export async function sendUpload(options: SendUploadOptions): Promise<void> {
  const { source, onProgress = () => {}, signal, retries = 8, wait = pause } = options;
  const totalBytes = source.size;
  let offset: number | undefined;
  let failures = 0;
  let confirmed = 0;
  while (offset === undefined || offset < totalBytes) {
    signal?.throwIfAborted();
    let retryAfter: string | null = null;
    let failure: unknown;
    try {
      const response: Response =
        offset === undefined ? await requestOffset(options) : await sendChunk(options, offset);
      const next = readOffset(response, totalBytes);
      if (next !== undefined) {
        offset = next;
        if (next > confirmed) failures = 0;
        confirmed = next;
        onProgress({ sentBytes: next, totalBytes });
        continue;
      }
      failure = ParleyError.from(await response.json().catch(() => undefined), response);
      retryAfter = response.headers.get('Retry-After');
      if (!isRetryable(response) && !retryableTusStatuses.has(response.status)) throw new FinalError(failure);
    } catch (error) {
      if (error instanceof FinalError) throw error.cause;
      failure ??= error;
    }
    if (failures >= retries || signal?.aborted) throw failure;
    offset = undefined;
    await wait(retryDelayMs(failures++, retryAfter), signal);
  }
}

/** Marks an error that another attempt cannot resolve. */
class FinalError extends Error {
  constructor(cause: unknown) {
    super('', { cause });
  }
}

const requestOffset = ({ url, fetch = globalThis.fetch, timeoutMs = 60_000, signal }: SendUploadOptions) =>
  fetch(url, { method: 'HEAD', headers: tusHeaders, cache: 'no-store', signal: limit(timeoutMs, signal) });

const sendChunk = (
  { url, source, fetch = globalThis.fetch, chunkBytes = 4 * 1024 * 1024, signal }: SendUploadOptions,
  offset: number,
) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: source.slice(offset, offset + chunkBytes),
    signal: limit(chunkTimeoutMs, signal),
  });

const limit = (ms: number, signal: AbortSignal | undefined) =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);

/** The offset of a successful response; undefined for a failed one. */
function readOffset(response: Response, totalBytes: number): number | undefined {
  if (!response.ok) return undefined;
  const length = response.headers.get('Upload-Length');
  if (length !== null && Number(length) !== totalBytes)
    throw new FinalError(new Error(`The file was announced with ${length} bytes but has ${totalBytes}.`));
  const offset = response.headers.get('Upload-Offset');
  if (offset === null || !/^\d+$/.test(offset))
    throw new FinalError(new Error('The response has no Upload-Offset header: is this an upload URL?'));
  return Number(offset);
}
