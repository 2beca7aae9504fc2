/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { CallView, RemotePeer } from '../../lib/call/call.ts';
import { initials } from '../../lib/call/initials.ts';
import { Button } from '../ui/button.tsx';
import { Title } from '../ui/frame.tsx';
import { Icon } from '../ui/icon.tsx';
import type { CallTexts } from './texts.ts';
import { Video } from './video.tsx';

type RunningState = Exclude<CallView['state'], 'ended'>;

interface CallRoomProps {
  title: string;
  view: CallView;
  local: MediaStream;
  texts: CallTexts;
  /** A device was switched on or off. */
  onSwitch(): void;
  onLeave(): void;
}

/** The call fills the window: the others, the own picture above them, and the controls always in sight. */
export function CallRoom({ title, view, local, texts, onSwitch, onLeave }: CallRoomProps) {
  const [isMuted, setMuted] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const hasCamera = local.getVideoTracks().length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others are told when a device changes.
  useEffect(() => {
    for (const track of local.getAudioTracks()) track.enabled = !isMuted;
    for (const track of local.getVideoTracks()) track.enabled = !isHidden;
    onSwitch();
  }, [local, isMuted, isHidden]);
  const isAlone = view.state === 'connected' && view.others.length === 0;
  return (
    <main class="room">
      <header class="room-header">
        <Title page="call" small>
          {title}
        </Title>
        <p class={isAlone ? 'room-waiting' : 'hint'} role="status">
          {isAlone ? texts.waiting : texts[view.state as RunningState]}
        </p>
      </header>
      <div class="room-stage">
        {view.others.map((other) => (
          <Other key={other.id} other={other} texts={texts} />
        ))}
        <div role="status" class="room-notice">
          {view.recording && (
            <p class="room-recording">
              <span aria-hidden="true">REC</span>
              <span>{texts.recording}</span>
            </p>
          )}
        </div>
        <figure class="room-own">
          <Video stream={local} label={texts.you} own />
          {(isHidden || !hasCamera) && (
            <span class="room-off">
              <Icon name="cameraOff" />
            </span>
          )}
          <figcaption class="room-label">
            {isMuted && <Icon name="micOff" />}
            {texts.you}
          </figcaption>
        </figure>
      </div>
      <div class="room-controls">
        <Button aria-pressed={isMuted} onClick={() => setMuted(!isMuted)}>
          <Icon name={isMuted ? 'micOff' : 'mic'} />
          <span class="room-name">{isMuted ? texts.unmute : texts.mute}</span>
        </Button>
        {hasCamera && (
          <Button aria-pressed={isHidden} onClick={() => setHidden(!isHidden)}>
            <Icon name={isHidden ? 'cameraOff' : 'camera'} />
            <span class="room-name">{isHidden ? texts.show : texts.hide}</span>
          </Button>
        )}
        <Button variant="danger" onClick={onLeave}>
          <Icon name="leave" />
          <span class="room-name">{texts.leave}</span>
        </Button>
      </div>
    </main>
  );
}

function Other({ other, texts }: { other: RemotePeer; texts: CallTexts }) {
  const name = other.name ?? texts.researcher;
  return (
    <figure class="room-other">
      <Video stream={other.stream} label={name} />
      {!other.camera && (
        <span class="room-off">
          <span class="room-initials" aria-hidden="true">
            {initials(name)}
          </span>
          <span class="visually-hidden">{texts.cameraOff}</span>
        </span>
      )}
      <figcaption class="room-label" dir="auto">
        {!other.microphone && (
          <>
            <Icon name="micOff" />
            <span class="visually-hidden">{texts.microphoneOff}</span>
          </>
        )}
        {name}
      </figcaption>
    </figure>
  );
}
