import type { UploadItem } from '../../data/uploads.ts';
import { formatCount, formatProgress } from '../../lib/format.ts';
import { isRunning } from '../../lib/uploads/item.ts';
import { totalProgress } from '../../lib/uploads/queue.ts';

/** One line about all uploads. Without the progress it changes rarely enough to be read aloud. */
export function describeQueue(items: readonly UploadItem[], withProgress: boolean): string {
  const count = (...states: UploadItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length;
  const running = items.filter(isRunning).length;
  const { sentBytes, totalBytes } = totalProgress(items);
  const parts = [
    running > 0 && `Uploading ${formatCount(running, 'file')}`,
    running > 0 && withProgress && formatProgress((sentBytes / Math.max(1, totalBytes)) * 100),
    count('cut') > 0 && `${formatCount(count('cut'), 'upload')} interrupted`,
    count('asking') > 0 && `${count('asking')} to decide`,
    count('failed') > 0 && `${count('failed')} failed`,
    count('paused') > 0 && `${count('paused')} paused`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' · ') : `${formatCount(count('sent'), 'file')} uploaded`;
}
