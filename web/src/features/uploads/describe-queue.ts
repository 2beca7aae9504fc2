import type { UploadItem } from '../../data/uploads.ts';
import { formatProgress } from '../../lib/format.ts';
import { isRunning } from '../../lib/uploads/item.ts';
import { totalProgress } from '../../lib/uploads/queue.ts';
import { texts } from './texts.ts';
import type { UploadStatus } from './upload-status.ts';

export interface DescribedUpload {
  item: UploadItem;
  status: UploadStatus;
}

/** One line about all uploads. Without the progress it changes rarely enough to be read aloud. */
export function describeQueue(uploads: readonly DescribedUpload[], withProgress: boolean): string {
  const items = uploads.map(({ item }) => item);
  const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
  const running = items.filter(isRunning).length;
  // Includes files that arrived, but that the server could not process.
  const failed = uploads.filter(({ status }) => status.tone === 'failed').length;
  const { sentBytes, totalBytes } = totalProgress(items);
  const parts = [
    running > 0 && texts.uploadingFiles(running),
    running > 0 && withProgress && formatProgress((sentBytes / Math.max(1, totalBytes)) * 100),
    count('cut') > 0 && texts.interrupted(count('cut')),
    count('asking') > 0 && texts.toDecide(count('asking')),
    failed > 0 && texts.failed(failed),
    count('paused') > 0 && texts.pausedCount(count('paused')),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' · ') : texts.uploadedFiles(count('sent'));
}

/** Uploads that run come first, then those that need the user, those that wait, and those that are done. */
export function sortUploads<Upload extends DescribedUpload>(uploads: readonly Upload[]): Upload[] {
  return uploads.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ item, status }: DescribedUpload): number {
  if (status.tone === 'failed') return 2;
  switch (item.state) {
    case 'sending':
    case 'offline':
    case 'paused':
      return 0;
    case 'asking':
    case 'cut':
      return 1;
    case 'failed':
      return 2;
    case 'waiting':
      return 3;
    case 'sent':
      return status.tone === 'working' ? 4 : 5;
  }
}
