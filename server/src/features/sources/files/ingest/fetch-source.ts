import { DownloadFailure } from '../../../../platform/outbound/index.ts';
import { TaskFailure } from '../../../../platform/tasks/index.ts';
import type { FileDeps } from '../deps.ts';
import { fileBytesMax } from '../limits.ts';
import type { FileRow } from '../store.ts';
import { fileFolder, receiveBlob } from '../uploads/receive.ts';
import { attachBlob, planOf } from './attach-blob.ts';

const idleMs = 60_000;
/** Half a megabit per second: an interview of 500 MB may take about two hours. */
const minBytesPerSecond = 64 * 1024;
const deadlineMs = 6 * 3_600_000;
const bytesMax = Math.max(...Object.values(fileBytesMax));

const messages: Record<string, string> = {
  timeout: 'The server at this address did not respond in time.',
  dns: 'The host of the address could not be found.',
  connection: 'The connection to the address failed.',
  tls: 'The address has no valid certificate.',
  blocked_address: 'The address points to a private or reserved network.',
  redirect: 'The address redirects too many times.',
  too_slow: 'The server at this address sends the file too slowly.',
  too_large: 'The file at this address exceeds the maximum file size.',
};

// Temporary errors: a later attempt may succeed.
const retryableErrors = new Set(['timeout', 'dns', 'connection']);

/** Downloads the bytes of a file from its URL. `outbound` blocks private addresses. */
export async function fetchSource(deps: FileDeps, file: FileRow, signal: AbortSignal): Promise<FileRow> {
  const url = file.source_url as string;
  const response = await deps.outbound.download({
    url,
    deadlineMs,
    idleMs,
    minBytesPerSecond,
    maxBytes: bytesMax,
    signal,
  });
  if (response.kind === 'error') throw toTaskFailure(response.error, response.status);
  try {
    const { workspace_id } = file;
    const plan = await planOf(deps.db, file);
    const blob = await receiveBlob(deps, fileFolder(file.id), response.body, {
      spender: {
        workspace_id,
        plan,
        now: deps.clock.now(),
        announcedBytes: response.sizeBytes ?? undefined,
      },
      maxBytes: bytesMax,
      expectedBytes: response.sizeBytes ?? undefined,
      expectedSha256: file.checksum_sha256 ?? undefined,
      signal,
    });
    try {
      return await deps.db.transaction((tx) => attachBlob(deps, tx, file, blob));
    } catch (error) {
      await blob.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof DownloadFailure) throw toTaskFailure(error.code, null);
    throw error;
  }
}

function toTaskFailure(code: string, status: number | null): TaskFailure {
  const message =
    code === 'http_status' ? `The server at this address responded with status ${status}.` : messages[code];
  const retryable = retryableErrors.has(code) || (code === 'http_status' && (status ?? 0) >= 500);
  return new TaskFailure(code, message ?? 'The address could not be read.', { retryable });
}
