import { MicOff, VideoOff, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallView, RemotePeer } from '../../lib/call/call.ts';
import { initials } from '../../lib/call/initials.ts';
import { texts } from './texts.ts';
import { Video } from './video.tsx';

interface CallStageProps {
  participantName: string;
  view: CallView | undefined;
  local: MediaStream | undefined;
  isMuted: boolean;
  isCameraOff: boolean;
  /** What is in the middle while the participant is not shown. */
  children: ReactNode;
}

const hasVideo = (stream: MediaStream) =>
  stream.getVideoTracks().some(({ readyState }) => readyState === 'live');
const isSeen = ({ camera, stream }: RemotePeer) => camera && hasVideo(stream);

/** The participant large, everyone else small. */
export function CallStage({ participantName, view, local, isMuted, isCameraOff, children }: CallStageProps) {
  const participant = view?.others.find(({ role }) => role === 'participant');
  const colleagues = view?.others.filter(({ role }) => role === 'researcher') ?? [];
  const isLost = view?.state === 'reconnecting' || (participant !== undefined && !participant.connected);
  return (
    <section
      aria-label={texts.video}
      className="relative flex min-h-0 flex-1 items-center justify-center overflow-hidden rounded-xl bg-sunken max-lg:aspect-4/3 max-lg:flex-none sm:max-lg:aspect-video"
    >
      {participant ? (
        <>
          <Video
            stream={participant.stream}
            label={participant.name ?? participantName}
            className={`absolute inset-0 bg-[#14130f] transition ${isLost ? 'opacity-50 grayscale' : ''}`}
          />
          {!isSeen(participant) && <NoPicture name={participantName} isLarge />}
          <Label className="absolute start-3 bottom-3">
            {!participant.microphone && <MicrophoneOff />}
            {participant.name ?? participantName}
          </Label>
        </>
      ) : (
        children
      )}
      {participant && isLost && (
        <p
          role="status"
          className="absolute inset-x-3 top-3 flex items-center gap-2 rounded-lg bg-[#211f1b]/90 px-3 py-2 text-sm text-white"
        >
          <WifiOff size={16} aria-hidden="true" />
          {view?.state === 'reconnecting'
            ? texts.connectionWasLostConnectingAgain
            : texts.connectingTo(participantName)}
        </p>
      )}
      <div className="absolute end-3 bottom-3 flex gap-2">
        {colleagues.map((colleague) => (
          <Tile key={colleague.id} peer={colleague} />
        ))}
        {local && (
          <figure className="relative aspect-4/3 w-24 overflow-hidden rounded-lg border border-white/70 bg-[#14130f] sm:w-36 lg:w-44">
            <Video stream={local} label={texts.you} isOwn className={isCameraOff ? 'invisible' : ''} />
            {(isCameraOff || !hasVideo(local)) && (
              <VideoOff size={18} aria-hidden="true" className="absolute inset-0 m-auto text-white/80" />
            )}
            <Label className="absolute start-1 bottom-1">
              {isMuted && <MicOff size={12} aria-hidden="true" />}
              {texts.you}
            </Label>
          </figure>
        )}
      </div>
    </section>
  );
}

function Tile({ peer }: { peer: RemotePeer }) {
  const name = peer.name ?? texts.researcher;
  return (
    <figure className="relative flex aspect-4/3 w-24 items-center justify-center overflow-hidden rounded-lg bg-[#14130f] max-sm:hidden sm:w-36 lg:w-44">
      <Video stream={peer.stream} label={name} className="absolute inset-0" />
      {!isSeen(peer) && <NoPicture name={name} />}
      <Label className="absolute start-1 bottom-1">
        {!peer.microphone && <MicrophoneOff />}
        {name}
      </Label>
    </figure>
  );
}

/** In place of the black picture of a camera that is off. */
const NoPicture = ({ name, isLarge = false }: { name: string; isLarge?: boolean }) => (
  <span className="absolute inset-0 flex items-center justify-center bg-[#2b2925]">
    <Initials name={name} isLarge={isLarge} />
    <span className="sr-only">{texts.cameraOff}</span>
  </span>
);

const MicrophoneOff = () => (
  <>
    <MicOff size={12} aria-hidden="true" className="shrink-0" />
    <span className="sr-only">{texts.microphoneOff}</span>
  </>
);

const Label = ({ children, className }: { children: ReactNode; className: string }) => (
  <span
    className={`inline-flex max-w-[90%] items-center gap-1 truncate rounded-md bg-[#211f1b]/80 px-2 py-0.5 text-xs font-medium text-white ${className}`}
    dir="auto"
  >
    {children}
  </span>
);

export const Initials = ({ name, isLarge = false }: { name: string; isLarge?: boolean }) => (
  <span
    aria-hidden="true"
    className={`relative flex shrink-0 items-center justify-center rounded-full bg-accent-wash font-serif text-accent ${isLarge ? 'size-16 text-xl' : 'size-10 text-base'}`}
  >
    {initials(name)}
  </span>
);
