import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type File, hasNoSpeech, isMedia, isTranscribing, jobQuery, useCancelJob } from '../../data/file.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { TranscribeDialog } from './transcribe-dialog.tsx';

/** What a file without a transcript shows in its place: what happens, why, and what to do next. */
export function FileState({ file, mayWrite }: { file: File; mayWrite: boolean }) {
  if (file.status === 'uploading')
    return (
      <Notice title="The upload is not finished">
        <p>
          Keep the page with the upload open. If it was closed, choose the same file again on the files page.
        </p>
        <Link
          to="/projects/$projectId/files"
          params={{ projectId: file.project_id }}
          className="mt-3 inline-block underline underline-offset-4"
        >
          Go to the files
        </Link>
      </Notice>
    );
  if (file.status === 'processing')
    return (
      <Notice title="Preparing the file" live>
        <p>Parley reads its length, a picture and the sound. This page goes on by itself.</p>
        <Progress label="Preparing the file" value={undefined} />
      </Notice>
    );
  if (file.status === 'failed')
    return (
      <Notice title="The file can’t be used">
        <p dir="auto">{file.error?.message ?? 'Its content could not be read.'}</p>
        <p className="mt-1">Upload it again, or in another format. You can delete this one from the menu.</p>
      </Notice>
    );
  if (isTranscribing(file)) return <Transcribing file={file} mayWrite={mayWrite} />;
  return <NotTranscribed file={file} mayWrite={mayWrite} />;
}

function Transcribing({ file, mayWrite }: { file: File; mayWrite: boolean }) {
  const jobId = file.transcription_job_id;
  const { data: job } = useQuery({ ...jobQuery(jobId ?? ''), enabled: jobId !== null });
  const cancel = useCancelJob(file);
  const showToast = useToast();
  const retry = job?.retry;
  const running = job?.status === 'running' && !retry;
  return (
    <Notice title={running ? 'Transcribing' : 'Waiting to be transcribed'} live>
      {retry && <p dir="auto">It is tried again soon. {retry.message}</p>}
      <p>You can leave this page; the transcript appears when it is done.</p>
      <Progress label="Transcription" value={running ? job.progress : undefined} />
      {running && <p className="mt-1 text-sm tabular-nums">{job.progress} %</p>}
      {mayWrite && jobId !== null && (
        <Button
          className="mt-4"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(jobId, {
              onError: (error) => showToast({ text: `It was not canceled. ${errorMessage(error)}` }),
            })
          }
        >
          Cancel
        </Button>
      )}
    </Notice>
  );
}

const transcribable = ['video', 'audio', 'pdf', 'document'];

function NotTranscribed({ file, mayWrite }: { file: File; mayWrite: boolean }) {
  const [open, setOpen] = useState(false);
  const failed = file.transcription_status === 'failed';
  const { data: job } = useQuery({
    ...jobQuery(file.transcription_job_id ?? ''),
    enabled: failed && file.transcription_job_id !== null,
  });
  if (!transcribable.includes(file.kind)) return null;
  const canceled = job?.error?.code === 'canceled';
  const title = hasNoSpeech(file, job)
    ? 'No speech found'
    : failed && !canceled
      ? 'The transcription failed'
      : 'No transcript yet';
  return (
    <Notice title={title}>
      <p dir="auto">
        {failed && !canceled
          ? (job?.error?.message ?? file.error?.message ?? 'The recording could not be transcribed.')
          : isMedia(file)
            ? 'Transcribe it to read, search, tag and quote what is said.'
            : 'Read its text to search, tag and quote it.'}
      </p>
      {mayWrite ? (
        <>
          <Button variant="primary" className="mt-4" onClick={() => setOpen(true)}>
            {failed ? 'Transcribe again' : 'Transcribe'}
          </Button>
          <TranscribeDialog file={file} overwrite={false} open={open} onClose={() => setOpen(false)} />
        </>
      ) : (
        <p className="mt-1">Ask an editor of the project to transcribe it.</p>
      )}
    </Notice>
  );
}

const Notice = ({
  title,
  live = false,
  children,
}: {
  title: string;
  live?: boolean;
  children: ReactNode;
}) => (
  <div role={live ? 'status' : undefined} className="mx-auto max-w-sm px-4 py-16 text-center text-soft">
    <h2 className="mb-1 font-serif text-lg text-ink">{title}</h2>
    {children}
  </div>
);

const Progress = ({ label, value }: { label: string; value: number | undefined }) => (
  <div className="mx-auto mt-4 max-w-56">
    <ProgressBar label={label} value={value} />
  </div>
);
