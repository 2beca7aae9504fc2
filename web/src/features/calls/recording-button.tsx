import { Circle, Square } from 'lucide-react';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';
import { useNow } from './use-now.ts';
import type { Recording, RecordingClock } from './use-recording.ts';

interface RecordingButtonProps {
  recording: Recording;
  refusal: string | undefined;
  isRecordedByOther: boolean;
}

/** Starts and stops the recording. The red sign is there only while data is being recorded. */
export function RecordingButton({ recording, refusal, isRecordedByOther }: RecordingButtonProps) {
  const { state, clock, problem, canRecord, begin, end } = recording;
  if (clock)
    return (
      <span className="control inline-flex items-center gap-2 rounded-md bg-danger-wash ps-3 pe-1 text-sm font-medium text-danger">
        {problem === 'no_data' ? <span>{texts.notRecording}</span> : <RecordingSign clock={clock} />}
        <button
          type="button"
          onClick={() => void end()}
          className="inline-flex items-center gap-1 rounded-sm border-s border-danger/30 px-2 py-1 hover:underline"
        >
          <Square size={12} aria-hidden="true" />
          <span className="max-sm:sr-only">{texts.stopRecording}</span>
        </button>
      </span>
    );
  if (isRecordedByOther && state === 'off')
    return (
      <span className="control inline-flex items-center rounded-md bg-danger-wash px-3 text-sm font-medium text-danger">
        <RecordingSign />
      </span>
    );
  if (state === 'waiting') return <Button onClick={() => void end()}>{texts.doNotRecord}</Button>;
  return (
    <Button
      disabled={!canRecord || refusal !== undefined || state === 'saving'}
      title={refusal ?? (canRecord ? undefined : texts.recordingCanStartWhenParticipant)}
      onClick={begin}
    >
      <Circle size={14} aria-hidden="true" className="fill-danger text-danger" />
      {texts.record}
    </Button>
  );
}

function RecordingSign({ clock }: { clock?: RecordingClock }) {
  useNow();
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span aria-hidden="true" className="size-2.5 animate-pulse-slow rounded-full bg-danger" />
      {texts.rec}
      {clock && <span>{formatTimecode((performance.now() - clock.startedAt) / 1000)}</span>}
    </span>
  );
}
