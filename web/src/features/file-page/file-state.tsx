import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type File, hasNoSpeech, isMedia, isTranscribing, jobQuery, useCancelJob } from '../../data/file.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';
import { TranscribeDialog } from './transcribe-dialog.tsx';

/** What a file without a transcript shows in its place: what happens, why, and what to do next. */
export function FileState({ file, mayWrite }: { file: File; mayWrite: boolean }) {
  if (file.status === 'uploading')
    return (
      <Notice title={texts.uploadNotFinished}>
        <p>{texts.uploadHint}</p>
        <Link
          to="/projects/$projectId/files"
          params={{ projectId: file.project_id }}
          className="mt-3 inline-block underline underline-offset-4"
        >
          {texts.goToFiles}
        </Link>
      </Notice>
    );
  if (file.status === 'processing')
    return (
      <Notice title={texts.preparing} live>
        <p>{texts.preparingHint}</p>
        <Progress label={texts.preparing} value={undefined} />
      </Notice>
    );
  if (file.status === 'failed')
    return (
      <Notice title={texts.cantBeUsed}>
        <p dir="auto">{file.error?.message ?? texts.notRead}</p>
        <p className="mt-1">{texts.uploadAgain}</p>
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
    <Notice title={running ? texts.transcribing : texts.waiting} live>
      {retry && <p dir="auto">{texts.triedAgain(retry.message)}</p>}
      <p>{texts.mayLeave}</p>
      <Progress label={texts.transcription} value={running ? job.progress : undefined} />
      {running && <p className="mt-1 text-sm tabular-nums">{job.progress} %</p>}
      {mayWrite && jobId !== null && (
        <Button
          className="mt-4"
          busy={cancel.isPending}
          onClick={() =>
            cancel.mutate(jobId, {
              onError: (error) => showToast({ text: texts.notCanceled(errorMessage(error)) }),
            })
          }
        >
          {texts.cancel}
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
    ? texts.noSpeech
    : failed && !canceled
      ? texts.failed
      : texts.noTranscript;
  return (
    <Notice title={title}>
      <p dir="auto">
        {failed && !canceled
          ? (job?.error?.message ?? file.error?.message ?? texts.notTranscribed)
          : isMedia(file)
            ? texts.transcribeHint
            : texts.readHint}
      </p>
      {mayWrite ? (
        <>
          <Button variant="primary" className="mt-4" onClick={() => setOpen(true)}>
            {failed ? texts.transcribeAgain : texts.transcribe}
          </Button>
          <TranscribeDialog file={file} overwrite={false} open={open} onClose={() => setOpen(false)} />
        </>
      ) : (
        <p className="mt-1">{texts.askEditor}</p>
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
