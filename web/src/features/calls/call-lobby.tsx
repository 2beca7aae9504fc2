import { VideoOff } from 'lucide-react';
import { formatRelativeTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Initials } from './call-stage.tsx';
import { texts } from './texts.ts';
import type { Devices } from './use-call.ts';

interface CallLobbyProps {
  name: string;
  devices: Devices;
  /** The participant has already entered. */
  isWaiting: boolean;
  startsAt: string | null;
  isIn: boolean;
  /** When the participant left the call, on its clock. */
  leftAt: string | undefined;
  /** Present while this browser records. */
  onStopRecording: (() => void) | undefined;
  onJoin(): void;
  onRetry(): void;
}

/** In the middle of the picture until the participant is there. */
export function CallLobby(props: CallLobbyProps) {
  const { name, devices, isWaiting, startsAt, isIn, leftAt, onStopRecording, onJoin, onRetry } = props;
  if (devices === 'refused')
    return (
      <Middle>
        <span className="flex size-14 items-center justify-center rounded-full bg-surface text-soft">
          <VideoOff size={22} aria-hidden="true" />
        </span>
        <h2 className="font-serif text-lg sm:text-xl">{texts.theBrowserBlocksYourMicrophone}</h2>
        <p className="max-w-sm text-balance text-soft">{texts.openSettingsPageBesideAddress}</p>
        <Button variant="primary" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      </Middle>
    );
  if (isIn && leftAt)
    return (
      <Middle>
        <Initials name={name} isLarge />
        <h2 role="status" className="font-serif text-lg sm:text-xl" dir="auto">
          {texts.leftAt(name, leftAt)}
        </h2>
        <p className="max-w-sm text-balance text-soft">
          {onStopRecording ? texts.recordingIsStillRunningContinues : texts.pictureAppearsAgain}
        </p>
        {onStopRecording && <Button onClick={onStopRecording}>{texts.stopRecording}</Button>}
      </Middle>
    );
  return (
    <Middle>
      <Initials name={name} isLarge />
      <h2 className="font-serif text-lg sm:text-xl" dir="auto">
        {isWaiting ? texts.isHere(name) : isIn ? texts.waitingFor(name) : texts.callWith(name)}
      </h2>
      <p className="max-w-sm text-balance text-soft">
        {isIn
          ? texts.pictureAppears
          : devices === undefined
            ? texts.browserAsksForCameraAnd
            : isWaiting
              ? texts.checkThenJoin
              : startsAt
                ? texts.startsThenJoin(formatRelativeTime(startsAt))
                : texts.checkThenJoin}
      </p>
      {!isIn && (
        <Button variant="primary" disabled={devices === undefined} onClick={onJoin}>
          {texts.joinTheCall}
        </Button>
      )}
    </Middle>
  );
}

const Middle = ({ children }: { children: React.ReactNode }) => (
  <div className="flex flex-col items-center gap-2.5 px-4 pb-10 text-center sm:pb-0">{children}</div>
);
