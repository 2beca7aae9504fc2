import { Mic, MicOff, PhoneOff, Video, VideoOff } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { RecordingButton } from './recording-button.tsx';
import { texts } from './texts.ts';
import type { Recording } from './use-recording.ts';

interface CallControlsProps {
  isMuted: boolean;
  isCameraOff: boolean;
  hasCamera: boolean;
  recording: Recording;
  /** Why the call cannot be recorded, if it cannot. */
  refusal: string | undefined;
  isRecordedByOther: boolean;
  onMute(): void;
  onCamera(): void;
  onLeave(): void;
  onEnd(): void;
}

/** The buttons below the picture. A narrow window shows icons. */
export function CallControls(props: CallControlsProps) {
  const { isMuted, isCameraOff, hasCamera, recording, refusal, isRecordedByOther } = props;
  const label = 'max-lg:sr-only';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RecordingButton recording={recording} refusal={refusal} isRecordedByOther={isRecordedByOther} />
      <div className="flex flex-1 justify-center gap-2 max-sm:justify-end">
        <Button aria-pressed={isMuted} aria-keyshortcuts="d" onClick={props.onMute}>
          {isMuted ? <MicOff size={16} aria-hidden="true" /> : <Mic size={16} aria-hidden="true" />}
          <span className={label}>{isMuted ? texts.unmute : texts.mute}</span>
          <span className="max-lg:hidden">
            <Kbd>{texts.keyD}</Kbd>
          </span>
        </Button>
        {hasCamera && (
          <Button aria-pressed={isCameraOff} onClick={props.onCamera}>
            {isCameraOff ? <VideoOff size={16} aria-hidden="true" /> : <Video size={16} aria-hidden="true" />}
            <span className={label}>{isCameraOff ? texts.turnCameraOn : texts.turnCameraOff}</span>
          </Button>
        )}
      </div>
      <Button variant="bare" onClick={props.onLeave}>
        {texts.leave}
      </Button>
      <button
        type="button"
        onClick={props.onEnd}
        className="control inline-flex items-center gap-1.5 rounded-md bg-[#a3342a] px-3 text-base font-medium whitespace-nowrap text-white hover:bg-[#8c2a21]"
      >
        <PhoneOff size={16} aria-hidden="true" />
        <span className="max-sm:sr-only">{texts.endTheInterview}</span>
      </button>
    </div>
  );
}
