import { useQuery } from '@tanstack/react-query';
import { CheckCircle2, Circle, LoaderCircle } from 'lucide-react';
import { type File, fileQuery } from '../../data/file.ts';
import { formatTimecode } from '../../lib/format.ts';
import { texts } from './texts.ts';

interface RecordingCardProps {
  fileId: string;
  name: string;
  /** This browser still sends the end of the recording. */
  isSaving: boolean;
}

type Step = 'done' | 'running' | 'next' | 'failed';

/** How far the recording is. Live updates renew it. */
export function RecordingCard({ fileId, name, isSaving }: RecordingCardProps) {
  const { data: file } = useQuery(fileQuery(fileId));
  const steps = stepsOf(file, isSaving);
  return (
    <section
      aria-label={texts.recording}
      className="mt-6 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <p className="flex justify-between gap-3">
        <span className="min-w-0 truncate font-medium" dir="auto">
          {file?.name ?? name}
        </span>
        {file?.duration_seconds != null && (
          <span className="text-soft tabular-nums">{formatTimecode(file.duration_seconds)}</span>
        )}
      </p>
      <ol className="mt-4 grid gap-3 sm:grid-cols-3">
        {steps.map(({ label, text, step }) => (
          <li key={label} className="flex gap-2">
            <StepIcon step={step} />
            <span>
              <span className={`block font-medium ${step === 'next' ? 'text-soft' : ''}`}>{label}</span>
              <span className={`block text-sm ${step === 'failed' ? 'text-danger' : 'text-soft'}`}>
                {text}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-soft">
        {isSaving ? texts.keepPageOpenUntilRecording : texts.youCanLeaveThisPage}
      </p>
    </section>
  );
}

function StepIcon({ step }: { step: Step }) {
  const size = 18;
  if (step === 'done')
    return <CheckCircle2 size={size} aria-hidden="true" className="shrink-0 text-accent" />;
  if (step === 'running')
    return <LoaderCircle size={size} aria-hidden="true" className="shrink-0 animate-spin text-accent" />;
  return <Circle size={size} aria-hidden="true" className="shrink-0 text-soft" />;
}

function stepsOf(file: File | undefined, isSaving: boolean): { label: string; text: string; step: Step }[] {
  const isSent = !isSaving && file !== undefined && file.status !== 'uploading';
  const isFailed = file?.status === 'failed';
  const isReady = file?.status === 'ready';
  const transcript = file?.transcription_status;
  const isTranscribed = transcript === 'completed';
  return [
    {
      label: texts.sent,
      text: isSent ? texts.complete : texts.theLastPartIsSent,
      step: isSent ? 'done' : 'running',
    },
    {
      label: texts.prepared,
      text: isFailed ? texts.failedOpenRecordingForReason : isReady ? texts.itPlaysAndSeeks : texts.inAMoment,
      step: isFailed ? 'failed' : isReady ? 'done' : isSent ? 'running' : 'next',
    },
    {
      label: texts.transcript,
      text: isTranscribed
        ? texts.ready
        : transcript === 'failed'
          ? texts.failedOpenRecordingForReason
          : transcript === 'none' && isReady
            ? texts.notRequested
            : isReady
              ? texts.itIsBeingWritten
              : texts.itIsWrittenAfterThat,
      step: isTranscribed
        ? 'done'
        : transcript === 'failed'
          ? 'failed'
          : isReady && transcript !== 'none'
            ? 'running'
            : 'next',
    },
  ];
}
