import { useEffect, useRef, useState } from 'react';
import type { Session, TestGuide } from '../../data/calls.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { CallControls } from './call-controls.tsx';
import { CallHeader } from './call-header.tsx';
import { CallLobby } from './call-lobby.tsx';
import { CallPanel } from './call-panel.tsx';
import { CallStage } from './call-stage.tsx';
import { EndDialog } from './end-dialog.tsx';
import { isAsked } from './guide.tsx';
import { texts } from './texts.ts';
import type { useCall } from './use-call.ts';
import type { useCallNotes } from './use-call-notes.ts';
import { useLeftAt } from './use-left-at.ts';
import type { Recording } from './use-recording.ts';
import type { useTicks } from './use-ticks.ts';

interface CallRoomProps {
  session: Session;
  test: TestGuide;
  name: string;
  call: ReturnType<typeof useCall>;
  recording: Recording;
  notes: ReturnType<typeof useCallNotes>;
  guide: ReturnType<typeof useTicks>;
  onEnd(): void;
}

/** The check of the devices and the call. Guide and notes work before the participant is there. */
export function CallRoom({ session, test, name, call, recording, notes, guide, onEnd }: CallRoomProps) {
  const { view, local, devices, tellDevices } = call;
  const [isMuted, setMuted] = useState(false);
  const [isCameraOff, setCameraOff] = useState(false);
  const [chosenId, setChosenId] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const asked = test.questions.filter(isAsked);
  const currentId = chosenId ?? asked.find(({ id }) => guide.ticks[id] === undefined)?.id;

  useEffect(() => {
    for (const track of local?.getAudioTracks() ?? []) track.enabled = !isMuted;
    for (const track of local?.getVideoTracks() ?? []) track.enabled = !isCameraOff;
    tellDevices();
  }, [local, isMuted, isCameraOff, tellDevices]);
  const [isEnding, setEnding] = useState(false);
  const leftAt = useLeftAt(view, session.started_at);

  const secondsNow = () =>
    recording.clock
      ? (performance.now() - recording.clock.startedAt) / 1000
      : session.started_at
        ? (Date.now() - Date.parse(session.started_at)) / 1000
        : 0;
  const tick = (id: string | undefined) => {
    if (id === undefined) return;
    guide.toggle(id, secondsNow());
    if (guide.ticks[id] === undefined && id === currentId) setChosenId(undefined);
  };
  const next = () => {
    const index = asked.findIndex(({ id }) => id === currentId);
    setChosenId(asked[(index + 1) % asked.length]?.id);
  };
  const group = texts.call;
  useShortcuts([
    { keys: 'n', label: texts.writeANote, group, run: () => field.current?.focus() },
    { keys: 'd', label: texts.muteOrUnmute, group, run: () => setMuted(!isMuted) },
    { keys: 'j', label: texts.nextQuestion, group, run: next },
    { keys: 'Space', label: texts.tickTheQuestion, group, run: () => tick(currentId) },
  ]);

  const isIn = view !== undefined;
  const refusal = test.consent?.recording ? undefined : texts.noRecordingConsent;
  return (
    <div className="flex flex-col bg-paper lg:h-dvh lg:flex-row">
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-2 sm:p-3">
        <CallHeader session={session} testName={test.name} name={name} view={view} />
        <CallStage
          participantName={name}
          view={view}
          local={local}
          isMuted={isMuted}
          isCameraOff={isCameraOff}
        >
          <CallLobby
            name={name}
            devices={devices}
            isWaiting={!isIn && session.status === 'waiting'}
            startsAt={session.scheduled_start_at ?? null}
            isIn={isIn}
            leftAt={leftAt}
            onStopRecording={recording.clock && (() => void recording.end())}
            onJoin={() => local && call.join(local)}
            onRetry={call.retry}
          />
        </CallStage>
        {isIn && (
          <CallControls
            isMuted={isMuted}
            isCameraOff={isCameraOff}
            hasCamera={(local?.getVideoTracks().length ?? 0) > 0}
            recording={recording}
            refusal={refusal}
            isRecordedByOther={view.recording}
            onMute={() => setMuted(!isMuted)}
            onCamera={() => setCameraOff(!isCameraOff)}
            onLeave={() => void call.leave()}
            onEnd={() => setEnding(true)}
          />
        )}
        {isIn && <RecordingMessage recording={recording} refusal={refusal} />}
        <EndDialog
          open={isEnding}
          name={name}
          onClose={() => setEnding(false)}
          onEnd={onEnd}
          onLeave={() => void call.leave()}
        />
      </div>
      <CallPanel
        questions={test.questions}
        ticks={guide.ticks}
        currentId={currentId}
        endsAt={session.scheduled_end_at ?? null}
        isHeldNow={session.status === 'in_progress'}
        notes={notes}
        clock={recording.clock}
        field={field}
        onSelect={setChosenId}
        onToggle={tick}
      />
    </div>
  );
}

function RecordingMessage({ recording, refusal }: { recording: Recording; refusal: string | undefined }) {
  const { state, problem, error } = recording;
  if (problem || error)
    return (
      <p role="alert" className="text-sm text-danger">
        {error || (problem === 'no_data' ? texts.recorderYieldsNoDataStop : texts.recordingCantBeSentIs)}
      </p>
    );
  if (state === 'waiting')
    return (
      <p role="status" className="text-sm text-soft">
        {texts.recordingStarts}
      </p>
    );
  return refusal ? <p className="text-sm text-soft">{refusal}</p> : null;
}
