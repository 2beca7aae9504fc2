/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Call, type CallView, enterCall } from '../../lib/call/call.ts';
import type { Client } from '../api/client.ts';
import type { Visit } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Frame, Title } from '../ui/frame.tsx';
import { type CallTexts, loadCallTexts } from './texts.ts';
import './call.css';

interface CallPageProps {
  client: Client;
  visit: Visit;
  onLeft(): void;
}

/** The device check, and then the call. */
export function CallPage({ client, visit, onLeft }: CallPageProps) {
  const { language } = useTexts();
  const [texts] = useState(() => loadCallTexts(language));
  const [devices, setDevices] = useState<MediaStream | 'refused'>();
  const [view, setView] = useState<CallView>();
  const call = useRef<Call>(undefined);

  useEffect(() => {
    let opened: MediaStream | undefined;
    let isGone = false;
    void openDevices().then((stream) => {
      opened = stream;
      if (isGone) stopTracks(stream);
      else setDevices(stream ?? 'refused');
    });
    return () => {
      isGone = true;
      stopTracks(opened);
      void call.current?.leave();
    };
  }, []);

  const enter = (local: MediaStream) => {
    const transport = {
      post: <T,>(path: string, body: object) => client.call<T>('POST', `/call${path}`, body),
      open: (path: string, headers: Record<string, string>, signal: AbortSignal) =>
        fetch(`/p/v1/call${path}`, {
          headers: { Authorization: `Bearer ${client.token()}`, ...headers },
          signal,
        }),
    };
    const consent = visit.test.consent ? { consent_version: visit.test.consent.version } : {};
    call.current = enterCall(transport, local, consent, setView);
  };
  const local = devices instanceof MediaStream ? devices : undefined;

  return (
    <Frame researcher={visit.test.researcher}>
      <div class="call">
        <Title page={view ? 'call' : 'check'}>{view ? visit.test.title : texts.checkTitle}</Title>
        {view && <CallState view={view} texts={texts} />}
        {view && (
          <div class="call-others">
            {view.others.map((other) => (
              <Video key={other.id} stream={other.stream} label={other.name ?? texts.researcher} />
            ))}
          </div>
        )}
        {local && <Video stream={local} label={texts.you} muted own />}
        {devices === 'refused' && (
          <p class="banner banner-danger" role="alert">
            {texts.refused}
          </p>
        )}
        {!view && local && (
          <>
            <p class="hint">{texts.checkText}</p>
            <div class="welcome-actions">
              <Button variant="primary" onClick={() => enter(local)}>
                {texts.enter}
              </Button>
              <Button variant="bare" onClick={onLeft}>
                {texts.back}
              </Button>
            </div>
          </>
        )}
        {devices === 'refused' && <Button onClick={onLeft}>{texts.back}</Button>}
        {view && local && view.state !== 'ended' && (
          <Controls local={local} texts={texts} onLeave={() => void call.current?.leave().then(onLeft)} />
        )}
        {view?.state === 'ended' && <Button onClick={onLeft}>{texts.back}</Button>}
      </div>
    </Frame>
  );
}

function CallState({ view, texts }: { view: CallView; texts: CallTexts }) {
  const isAlone = view.state === 'connected' && view.others.length === 0;
  const text = isAlone ? texts.waiting : texts[view.state];
  return (
    <>
      <p class="hint" role="status">
        {text}
      </p>
      {view.recording && (
        <p class="call-recording" role="status">
          {texts.recording}
        </p>
      )}
    </>
  );
}

interface ControlsProps {
  local: MediaStream;
  texts: CallTexts;
  onLeave(): void;
}

function Controls({ local, texts, onLeave }: ControlsProps) {
  const [muted, setMuted] = useState(false);
  const [hidden, setHidden] = useState(false);
  const hasCamera = local.getVideoTracks().length > 0;
  useEffect(() => {
    for (const track of local.getAudioTracks()) track.enabled = !muted;
    for (const track of local.getVideoTracks()) track.enabled = !hidden;
  }, [local, muted, hidden]);
  return (
    <div class="welcome-actions">
      <Button aria-pressed={muted} onClick={() => setMuted(!muted)}>
        {muted ? texts.unmute : texts.mute}
      </Button>
      {hasCamera && (
        <Button aria-pressed={hidden} onClick={() => setHidden(!hidden)}>
          {hidden ? texts.show : texts.hide}
        </Button>
      )}
      <Button variant="danger" onClick={onLeave}>
        {texts.leave}
      </Button>
    </div>
  );
}

interface VideoProps {
  stream: MediaStream;
  label: string;
  muted?: boolean;
  own?: boolean;
}

function Video({ stream, label, muted = false, own = false }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <figure class={own ? 'call-video call-own' : 'call-video'}>
      <video ref={ref} autoplay playsInline muted={muted} aria-label={label} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** Without a camera the participant can still talk. Undefined if the microphone is refused, too. */
async function openDevices(): Promise<MediaStream | undefined> {
  const { mediaDevices } = navigator;
  if (!mediaDevices) return undefined;
  return mediaDevices
    .getUserMedia({ audio: true, video: true })
    .catch(() => mediaDevices.getUserMedia({ audio: true }))
    .catch(() => undefined);
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
