import { DownloadFailure } from '../../../platform/outbound/index.ts';
import { TaskFailure } from '../../../platform/tasks/index.ts';
import type { FileDeps } from './deps.ts';
import { fileBytesMax } from './limits.ts';
import { nameBlob, planOf } from './name-blob.ts';
import { fileFolder, receiveBlob } from './receive.ts';
import type { FileRow } from './store.ts';

const idleMs = 60_000;
/** Half a megabit: a file of an interview (500 MB) may take two hours. */
const minBytesPerSecond = 64 * 1024;
const deadlineMs = 6 * 3_600_000;
const bytesMax = Math.max(...Object.values(fileBytesMax));

const sentences: Record<string, string> = {
  timeout: 'The address did not answer in time.',
  dns: 'The host of the address could not be found.',
  connection: 'The connection to the address failed.',
  tls: 'The address has no valid certificate.',
  blocked_address: 'The address points to a private or reserved network.',
  redirect: 'The address redirects too often.',
  too_slow: 'The address sends the file too slowly.',
  too_large: 'What lies at the address is larger than a file may be.',
};

// Another attempt may succeed after these.
const retryableErrors = new Set(['timeout', 'dns', 'connection']);

/** Fetches the bytes of a file by its address, through the guard. */
export async function fetchSource(deps: FileDeps, file: FileRow, signal: AbortSignal): Promise<FileRow> {
  const url = file.source_url as string;
  const found = await deps.outbound.download({
    url,
    deadlineMs,
    idleMs,
    minBytesPerSecond,
    maxBytes: bytesMax,
    signal,
  });
  if (found.kind === 'error') throw explain(found.error, found.status);
  try {
    const { workspace_id } = file;
    const plan = await planOf(deps.db, file);
    const blob = await receiveBlob(deps, fileFolder(file.id), found.body, {
      spender: {
        workspace_id,
        plan,
        now: deps.clock.now(),
        announcedBytes: found.sizeBytes ?? undefined,
      },
      maxBytes: bytesMax,
      expectedBytes: found.sizeBytes ?? undefined,
      expectedSha256: file.checksum_sha256 ?? undefined,
      signal,
    });
    try {
      return await deps.db.transaction((tx) => nameBlob(deps, tx, file, blob.key, blob));
    } catch (error) {
      await blob.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof DownloadFailure) throw explain(error.code, null);
    throw error;
  }
}

function explain(word: string, status: number | null): TaskFailure {
  const message = word === 'http_status' ? `The address answered with status ${status}.` : sentences[word];
  const retryable = retryableErrors.has(word) || (word === 'http_status' && (status ?? 0) >= 500);
  return new TaskFailure(word, message ?? 'The address could not be read.', { retryable });
}
