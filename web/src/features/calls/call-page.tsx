import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callTransport, completeSession, sessionQuery } from '../../data/calls.ts';
import { type Call, type CallView, enterCall } from '../../lib/call/call.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PageHead } from '../../ui/page-layout.tsx';
import { CallNotes } from './call-notes.tsx';
import { CallVideo } from './call-video.tsx';
import { RecordingControl } from './recording-control.tsx';

/** The researcher's side of a live interview: device check, call, recording and notes. */
export function CallPage({ sessionId }: { sessionId: string }) {
  const session = useQuery(sessionQuery(sessionId));
  const name = session.data?.participant.name ?? session.data?.participant.email ?? 'Participant';
  usePageTitle(`Call with ${name}`);
  const [devices, setDevices] = useState<MediaStream | 'refused'>();
  const [view, setView] = useState<CallView>();
  const call = useRef<Call>(undefined);
  const stopRecorder = useRef<() => Promise<void>>(async () => {});

  useEffect(() => {
    let opened: MediaStream | undefined;
    let isGone = false;
    void openDevices().then((stream) => {
      opened = stream;
      if (isGone) for (const track of stream?.getTracks() ?? []) track.stop();
      else setDevices(stream ?? 'refused');
    });
    return () => {
      isGone = true;
      for (const track of opened?.getTracks() ?? []) track.stop();
      void call.current?.leave();
    };
  }, []);

  if (session.isError) return <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />;
  const local = devices instanceof MediaStream ? devices : undefined;
  const isIn = view !== undefined && ['connected', 'reconnecting'].includes(view.state);
  const end = async () => {
    await stopRecorder.current();
    await completeSession(sessionId);
    await call.current?.leave();
  };

  return (
    <>
      <PageHead title={`Call with ${name}`} />
      <p role="status" className="mb-4 text-soft">
        {describe(view, devices)}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {view?.others.map((other) => (
          <CallVideo key={other.id} stream={other.stream} label={other.name ?? other.role} />
        ))}
        {local && <CallVideo stream={local} label="You" muted />}
      </div>
      <div className="my-4 flex flex-wrap gap-2">
        {!view && local && (
          <Button
            variant="primary"
            onClick={() => {
              call.current = enterCall(callTransport(sessionId), local, {}, setView);
            }}
          >
            Join the call
          </Button>
        )}
        {isIn && local && (
          <>
            <Toggle tracks={local.getAudioTracks()} off="Mute" on="Unmute" />
            <Toggle tracks={local.getVideoTracks()} off="Turn camera off" on="Turn camera on" />
            <RecordingControl sessionId={sessionId} view={view} local={local} stopper={stopRecorder} />
            <Button onClick={() => void stopRecorder.current().then(() => call.current?.leave())}>
              Leave
            </Button>
            <Button variant="danger" onClick={() => void end()}>
              End the interview
            </Button>
          </>
        )}
      </div>
      {isIn && session.data && <CallNotes projectId={session.data.project_id} sessionId={sessionId} />}
    </>
  );
}

function describe(view: CallView | undefined, devices: MediaStream | 'refused' | undefined): string {
  if (devices === 'refused')
    return 'This page may not use your microphone. Allow it in your browser and reload.';
  if (!view) return 'Check that you see yourself, then join.';
  if (view.state === 'connected' && !view.others.some(({ role }) => role === 'participant'))
    return 'Waiting for the participant.';
  const texts = {
    connecting: 'Connecting…',
    connected: 'You are in the call.',
    reconnecting: 'The connection was lost. Connecting again…',
    ended: 'The call has ended.',
    replaced: 'You joined this call in another window.',
    failed: 'You can’t join this call.',
  };
  return texts[view.state];
}

function Toggle({ tracks, off, on }: { tracks: MediaStreamTrack[]; off: string; on: string }) {
  const [isOff, setOff] = useState(false);
  if (tracks.length === 0) return null;
  return (
    <Button
      aria-pressed={isOff}
      onClick={() => {
        for (const track of tracks) track.enabled = isOff;
        setOff(!isOff);
      }}
    >
      {isOff ? on : off}
    </Button>
  );
}

/** Without a camera the researcher can still talk. */
async function openDevices(): Promise<MediaStream | undefined> {
  const { mediaDevices } = navigator;
  if (!mediaDevices) return undefined;
  return mediaDevices
    .getUserMedia({ audio: true, video: true })
    .catch(() => mediaDevices.getUserMedia({ audio: true }))
    .catch(() => undefined);
}
