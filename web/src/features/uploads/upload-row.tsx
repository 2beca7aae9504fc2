import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, FileUp, Pause, Play, RotateCw, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type UploadItem, useUploadQueue } from '../../data/uploads.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';
import type { UploadStatus } from './upload-status.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const signs: Record<UploadStatus['tone'], ReactNode> = {
  working: <FileUp {...icon} className="shrink-0 text-soft" />,
  attention: <CircleAlert {...icon} className="shrink-0 text-ink" />,
  failed: <CircleAlert {...icon} className="shrink-0 text-danger" />,
  done: <CircleCheck {...icon} className="shrink-0 text-accent" />,
};

export function UploadRow({ item, status }: { item: UploadItem; status: UploadStatus }) {
  return (
    <li className="flex flex-col gap-1.5 border-t border-line px-3 py-2 first:border-t-0">
      <div className="flex items-center gap-2">
        {signs[status.tone]}
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" dir="auto" title={item.name}>
            {item.state === 'sent' && item.fileId ? (
              <Link
                to="/projects/$projectId/files/$fileId"
                params={{ projectId: item.projectId, fileId: item.fileId }}
                className="hover:underline"
              >
                {item.name}
              </Link>
            ) : (
              item.name
            )}
          </p>
          <p className={`text-sm tabular-nums ${status.tone === 'failed' ? 'text-danger' : 'text-soft'}`}>
            {status.text}
          </p>
        </div>
        <RowActions item={item} />
      </div>
      {status.progress !== undefined && (
        <ProgressBar label={texts.progressOf(item.name)} value={status.progress ?? undefined} />
      )}
      <RowQuestion item={item} />
    </li>
  );
}

function RowActions({ item }: { item: UploadItem }) {
  const queue = useUploadQueue();
  const { id, name, state, retryable } = item;
  return (
    <div className="flex shrink-0">
      {(state === 'sending' || state === 'waiting' || state === 'offline') && (
        <IconButton label={texts.pause(name)} onClick={() => queue.pause(id)}>
          <Pause {...icon} />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton label={texts.resume(name)} onClick={() => queue.resume(id)}>
          <Play {...icon} />
        </IconButton>
      )}
      {state === 'failed' && retryable && (
        <IconButton label={texts.retry(name)} onClick={() => queue.retry(id)}>
          <RotateCw {...icon} />
        </IconButton>
      )}
      <IconButton
        label={
          state === 'sent' || (state === 'failed' && !retryable) ? texts.hide(name) : texts.cancel2(name)
        }
        onClick={() => queue.cancel(id)}
      >
        <X {...icon} />
      </IconButton>
    </div>
  );
}

/** The buttons of an upload that needs a decision or the file. */
function RowQuestion({ item }: { item: UploadItem }) {
  const queue = useUploadQueue();
  const toast = useToast();
  const removeMessage = useRef(() => {});
  if (item.state === 'asking')
    return (
      <div className="flex gap-2 ps-6">
        <Button onClick={() => queue.confirm(item.id)}>{texts.uploadAnyway}</Button>
        <Button variant="bare" onClick={() => queue.cancel(item.id)}>
          {texts.skip}
        </Button>
      </div>
    );
  if (item.state === 'cut')
    return (
      <div className="ps-6">
        <FilePicker
          label={texts.choose(item.name)}
          onPick={([source]) => {
            removeMessage.current();
            const difference = source && queue.choose(item.id, source);
            if (difference) removeMessage.current = toast({ text: difference });
          }}
        >
          {(open) => <Button onClick={open}>{texts.chooseFile}</Button>}
        </FilePicker>
      </div>
    );
  return null;
}
