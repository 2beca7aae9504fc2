import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { hasNoSpeech, isMedia, type Job, jobQuery, reasonOfFailure } from '../../data/file.ts';
import { isTranscribable, type ProjectFile } from '../../data/files.ts';
import { type UploadItem, useUploads } from '../../data/uploads.ts';
import { formatProgress } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { type FileAction, nextSteps } from './file-menu.tsx';
import { texts } from './texts.ts';

export interface FileStatusText {
  text: string;
  tone: 'quiet' | 'working' | 'done' | 'failed';
  /** Why there is no transcript. */
  reason?: string;
}

/** The names of the work on a recording, and on a file whose text is read instead. */
const workNames = () => ({
  media: { waiting: texts.waitingForTranscription, running: texts.transcribing, done: texts.transcribed },
  text: { waiting: texts.waitingToBeRead, running: texts.readingTheText, done: texts.ready },
});

/** A few words about what happens to a file. */
export function describeStatus(file: ProjectFile, upload?: UploadItem, job?: Job): FileStatusText {
  if (file.status === 'uploading') {
    if (!upload) return { text: texts.uploadNotFinished, tone: 'quiet' };
    if (upload.state === 'cut') return { text: texts.uploadInterrupted, tone: 'failed' };
    const share = formatProgress((upload.sentBytes / Math.max(1, upload.size)) * 100);
    return {
      text: `${upload.state === 'paused' ? texts.paused : texts.uploading} · ${share}`,
      tone: 'working',
    };
  }
  if (file.status === 'processing') return { text: texts.processing, tone: 'working' };
  if (file.status === 'failed') return { text: texts.failed, tone: 'failed', reason: reasonOfFailure(file) };
  const names = isMedia(file) ? workNames().media : workNames().text;
  switch (file.transcription_status) {
    case 'requested':
    case 'queued':
      return { text: names.waiting, tone: 'working' };
    case 'running':
      if (job?.retry) return { text: `${names.waiting} · ${job.retry.message}`, tone: 'working' };
      return {
        text: job ? `${names.running} · ${formatProgress(job.progress)}` : names.running,
        tone: 'working',
      };
    case 'completed':
      return { text: names.done, tone: 'done' };
    case 'failed':
      return hasNoSpeech(file, job)
        ? {
            text: texts.noSpeechFound,
            tone: 'quiet',
            reason: texts.nobodySpeaksInRecordingOr,
          }
        : { text: texts.failed, tone: 'failed', reason: reasonOfFailure(file, job) };
    case 'none':
      return { text: isTranscribable(file) ? texts.notTranscribed : texts.ready, tone: 'quiet' };
  }
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true, className: 'shrink-0' } as const;

interface FileStatusProps {
  file: ProjectFile;
  /** Undefined for a person who may only read. */
  onAction: ((action: FileAction) => void) | undefined;
}

/** With a sign beside the text, because colour alone tells nothing. */
export function FileStatus({ file, onAction }: FileStatusProps) {
  const upload = useUploads().find((item) => item.fileId === file.id);
  const { transcription_status: transcription, transcription_job_id: jobId } = file;
  const { data: job } = useQuery({
    ...jobQuery(jobId ?? ''),
    enabled: jobId !== null && (transcription === 'running' || transcription === 'failed'),
  });
  const { text, tone, reason } = describeStatus(file, upload, job);
  if (reason)
    return <FailureStatus file={file} text={text} tone={tone} reason={reason} onAction={onAction} />;
  return (
    <span
      className={`flex min-w-0 max-w-full items-center gap-1.5 text-sm tabular-nums ${tone === 'failed' ? 'text-danger' : 'text-soft'}`}
    >
      {tone === 'failed' && <CircleAlert {...icon} />}
      {tone === 'done' && <CircleCheck {...icon} />}
      {tone === 'working' && <CircleDashed {...icon} />}
      <span className="line-clamp-2 min-w-0" title={text}>
        {text}
      </span>
    </span>
  );
}

/** Says why, and offers what can be done next. */
function FailureStatus({ file, text, tone, reason, onAction }: FileStatusProps & FileStatusText) {
  const [open, setOpen] = useState(false);
  const failed = tone === 'failed';
  return (
    <Popover
      label={failed ? texts.whyFailed(file.name) : texts.statusOf(text, file.name)}
      open={open}
      onOpenChange={setOpen}
      trigger={
        // The negative margin keeps the height of the row; the target for a finger reaches over the lines around it.
        <button
          type="button"
          className={`inline-flex min-h-6 items-center gap-1.5 self-start rounded text-sm underline decoration-dotted underline-offset-2 pointer-coarse:-my-2.5 pointer-coarse:min-h-11 ${failed ? 'text-danger' : 'text-soft'}`}
        >
          {failed && <CircleAlert {...icon} />}
          {text}
        </button>
      }
    >
      <p dir="auto" className="text-sm">
        {reason}
      </p>
      {onAction && (
        <div className="mt-3 flex flex-wrap gap-2">
          {nextSteps(file).map(({ action, name }) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'danger' : 'quiet'}
              onClick={() => {
                setOpen(false);
                onAction(action);
              }}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
