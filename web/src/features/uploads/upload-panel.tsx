import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useUploadQueue } from '../../data/uploads.ts';
import { isRunning } from '../../lib/uploads/item.ts';
import { totalProgress } from '../../lib/uploads/queue.ts';
import { IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { describeQueue, sortUploads } from './describe-queue.ts';
import { texts } from './texts.ts';
import { UploadRow } from './upload-row.tsx';
import { useCloseWhenDone } from './use-close-when-done.ts';
import { useDescribedUploads } from './use-described-uploads.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The queue in a corner of every page; on a phone above the navigation. */
export function UploadPanel() {
  const uploads = useDescribedUploads();
  const items = uploads.map(({ item }) => item);
  const queue = useUploadQueue();
  /** Undefined until the user decides: then it is open while something is left to do, and a chip afterwards. */
  const [chosen, setChosen] = useState<boolean>();
  const listId = useId();
  useCloseWhenDone(uploads, { isOpened: chosen === true, close: queue.clear });
  if (items.length === 0) return null;
  const isDone = items.every(
    ({ state, retryable }) => state === 'sent' || (state === 'failed' && !retryable),
  );
  const open = chosen ?? !isDone;
  const { sentBytes, totalBytes } = totalProgress(items);
  return (
    <section
      aria-label={texts.uploads}
      className={`animate-appear fixed end-3 bottom-[calc(var(--bottom-area)+0.75rem+var(--player-bar-height,0px)+var(--offline-bar-height,0px))] z-30 flex ${open || !isDone ? 'w-[calc(100vw-1.5rem)]' : 'w-fit'} max-w-96 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-xl md:end-4 md:bottom-[calc(var(--bottom-area)+1rem+var(--player-bar-height,0px)+var(--offline-bar-height,0px))]`}
    >
      <header className={`flex items-center gap-1 py-1 ps-3 pe-1 ${open ? 'border-b border-line' : ''}`}>
        <p aria-hidden="true" className="min-w-0 flex-1 truncate font-medium tabular-nums">
          {describeQueue(uploads, true)}
        </p>
        <p role="status" className="sr-only">
          {describeQueue(uploads, false)}
        </p>
        <IconButton
          label={open ? texts.collapseUploads : texts.expandUploads}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setChosen(!open)}
        >
          {open ? <ChevronDown {...icon} /> : <ChevronUp {...icon} />}
        </IconButton>
        {isDone && (
          <IconButton label={texts.closeUploads} onClick={() => queue.clear()}>
            <X {...icon} />
          </IconButton>
        )}
      </header>
      {open ? (
        <ul id={listId} className="max-h-[min(22rem,50dvh)] overflow-y-auto overscroll-contain">
          {sortUploads(uploads).map(({ item, status }) => (
            <UploadRow key={item.id} item={item} status={status} />
          ))}
        </ul>
      ) : (
        items.some(isRunning) && (
          <ProgressBar
            label={texts.progressOfAllUploads}
            value={(sentBytes / Math.max(1, totalBytes)) * 100}
          />
        )
      )}
    </section>
  );
}
