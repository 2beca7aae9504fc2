/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Call, type CallView, enterCall } from '../../lib/call/call.ts';
import { createLocalMedia } from '../../lib/call/local-media.ts';
import type { Client } from '../api/client.ts';
import type { Visit } from '../api/wire.ts';
import { useTexts } from '../texts/context.tsx';
import { Button } from '../ui/button.tsx';
import { Frame, Title } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { CallRoom } from './call-room.tsx';
import { loadCallTexts } from './texts.ts';
import { Video } from './video.tsx';
import './call.css';

interface CallPageProps {
  client: Client;
  visit: Visit;
  /** Back to the booking, without having been in the call. */
  onBack(): void;
  /** The participant left a call that goes on. */
  onLeft(): void;
  /** The call has ended or was refused: the link may have another state now. */
  onOver(): void;
}

/** The device check, and then the call. */
export function CallPage({ client, visit, onBack, onLeft, onOver }: CallPageProps) {
  const { t, language } = useTexts();
  const texts = loadCallTexts(language);
  const [devices, setDevices] = useState<MediaStream | 'refused'>();
  const [view, setView] = useState<CallView>();
  const [media] = useState(createLocalMedia);
  const call = useRef<Call>(undefined);

  useEffect(() => {
    let isGone = false;
    void media.open().then((stream) => {
      if (!isGone) setDevices(stream ?? 'refused');
    });
    return () => {
      isGone = true;
      media.release();
      void call.current?.leave();
    };
  }, [media]);

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
    call.current = enterCall({
      transport,
      local,
      release: media.release,
      entryBody: consent,
      onChange: setView,
    });
  };
  const state = view?.state;
  const isOver = state === 'ended' || state === 'replaced' || state === 'failed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end.
  useEffect(() => {
    if (state === 'ended' || state === 'failed') onOver();
  }, [state]);

  const { researcher } = visit.test;
  if (state === 'ended')
    return <Notice icon="check" title={t.callOverTitle} text={t.callOverText} researcher={researcher} />;
  const local = devices instanceof MediaStream ? devices : undefined;
  if (view && local && !isOver)
    return (
      <CallRoom
        title={visit.test.title}
        view={view}
        local={local}
        texts={texts}
        onSwitch={() => call.current?.tellDevices()}
        onLeave={() => {
          // Before the state of the call changes: this is not the end of the call.
          onLeft();
          void call.current?.leave();
        }}
      />
    );
  return (
    <Frame researcher={researcher}>
      <div class="call">
        <Title page={view ? 'call' : 'check'}>{view ? visit.test.title : texts.checkTitle}</Title>
        {isOver && (
          <p class="lead" role="status">
            {texts[state]}
          </p>
        )}
        {isOver && media.isOff() && <p class="hint">{texts.devicesOff}</p>}
        {devices === 'refused' && (
          <p class="banner banner-danger" role="alert">
            {texts.refused}
          </p>
        )}
        {local && !view && (
          <>
            <div class="call-check">
              <Video stream={local} label={texts.you} own />
            </div>
            <p class="hint">{texts.checkText}</p>
          </>
        )}
        <div class="welcome-actions">
          {local && !view && (
            <Button variant="primary" onClick={() => enter(local)}>
              {texts.enter}
            </Button>
          )}
          {devices && (
            <Button variant={local && !view ? 'bare' : 'quiet'} onClick={onBack}>
              {texts.back}
            </Button>
          )}
        </div>
      </div>
    </Frame>
  );
}
