import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { isMedia, type Job, jobQuery } from '../../data/file.ts';
import { isTranscribable, type ProjectFile } from '../../data/files.ts';
import { type UploadItem, useUploads } from '../../data/uploads.ts';
import { formatProgress } from '../../lib/format.ts';
import { Popover } from '../../ui/popover.tsx';

export interface FileStatusText {
  text: string;
  tone: 'quiet' | 'working' | 'done' | 'failed';
  /** Why it failed. */
  reason?: string;
}

/** The names of the work on a recording, and on a file whose text is read instead. */
const workNames = {
  media: { waiting: 'Waiting for transcription', running: 'Transcribing', done: 'Transcribed' },
  text: { waiting: 'Waiting to be read', running: 'Reading the text', done: 'Ready' },
};

/** A few words about what happens to a file. */
export function describeStatus(file: ProjectFile, upload?: UploadItem, job?: Job): FileStatusText {
  if (file.status === 'uploading') {
    if (!upload) return { text: 'Upload not finished', tone: 'quiet' };
    if (upload.state === 'cut') return { text: 'Upload interrupted', tone: 'failed' };
    const share = formatProgress((upload.sentBytes / Math.max(1, upload.size)) * 100);
    return { text: `${upload.state === 'paused' ? 'Paused' : 'Uploading'} · ${share}`, tone: 'working' };
  }
  if (file.status === 'processing') return { text: 'Processing', tone: 'working' };
  if (file.status === 'failed')
    return { text: 'Failed', tone: 'failed', reason: file.error?.message ?? 'Processing failed.' };
  const names = isMedia(file) ? workNames.media : workNames.text;
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
      return {
        text: 'Failed',
        tone: 'failed',
        reason: job?.error?.message ?? file.error?.message ?? 'Transcription failed.',
      };
    case 'none':
      return { text: isTranscribable(file) ? 'Not transcribed' : 'Ready', tone: 'quiet' };
  }
}

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true, className: 'shrink-0' } as const;

/** With a sign beside the text, because colour alone tells nothing. */
export function FileStatus({ file }: { file: ProjectFile }) {
  const upload = useUploads().find((item) => item.fileId === file.id);
  const { transcription_status: transcription, transcription_job_id: jobId } = file;
  const { data: job } = useQuery({
    ...jobQuery(jobId ?? ''),
    enabled: jobId !== null && (transcription === 'running' || transcription === 'failed'),
  });
  const { text, tone, reason } = describeStatus(file, upload, job);
  if (reason)
    return (
      <Popover
        label={`Why ${file.name} failed`}
        trigger={
          <button
            type="button"
            className="inline-flex min-h-6 items-center gap-1.5 self-start rounded text-sm text-danger underline decoration-dotted underline-offset-2 pointer-coarse:min-h-11"
          >
            <CircleAlert {...icon} />
            {text}
          </button>
        }
      >
        <p dir="auto" className="text-sm">
          {reason}
        </p>
      </Popover>
    );
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
