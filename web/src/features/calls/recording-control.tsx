import { type RefObject, useEffect, useRef, useState } from 'react';
import { startRecording, stopRecording } from '../../data/calls.ts';
import type { CallView } from '../../lib/call/call.ts';
import {
  type CallRecorder,
  type RecorderProblem,
  recordingType,
  startRecorder,
} from '../../lib/call/recorder.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';

interface RecordingControlProps {
  sessionId: string;
  view: CallView;
  local: MediaStream;
  /** Ends the recording, for the page that leaves the call. */
  stopper: RefObject<() => Promise<void>>;
}

/** Records the participant's picture and all sound, and warns at once if the recorder yields nothing. */
export function RecordingControl({ sessionId, view, local, stopper }: RecordingControlProps) {
  const recorder = useRef<CallRecorder>(undefined);
  const [isRecording, setRecording] = useState(false);
  const [problem, setProblem] = useState<RecorderProblem>();
  const [error, setError] = useState('');
  const participant = view.others.find(({ role }) => role === 'participant');

  const recordedId = useRef<string>(undefined);

  useEffect(() => {
    for (const { stream } of view.others) recorder.current?.addSound(stream);
  }, [view.others]);
  // A participant who returns has a new picture, which a running recorder cannot take over: a second file continues.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another browser of the participant starts it again.
  useEffect(() => {
    if (!isRecording || !participant?.connected || participant.id === recordedId.current) return;
    void stopper.current().then(start);
  }, [participant?.id, participant?.connected, isRecording]);

  const start = async () => {
    if (!participant) return;
    setError('');
    try {
      const contentType = recordingType();
      const { file_id, upload_url } = await startRecording(sessionId, view.peerId, contentType);
      const started = startRecorder({
        video: participant.stream,
        sounds: [local, ...view.others.map(({ stream }) => stream)],
        contentType,
        // The same server, also when its public address differs from the one in this browser.
        uploadUrl: new URL(upload_url, location.href).pathname,
        onProblem: setProblem,
      });
      recorder.current = started;
      recordedId.current = participant.id;
      setRecording(true);
      stopper.current = async () => {
        stopper.current = async () => {};
        await started.stop();
        await stopRecording(sessionId, file_id);
        recorder.current = undefined;
        setRecording(false);
      };
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };

  return (
    <>
      {isRecording ? (
        <Button onClick={() => void stopper.current()}>Stop recording</Button>
      ) : (
        <Button disabled={!participant} onClick={() => void start()}>
          Record
        </Button>
      )}
      {(problem || error) && (
        <p role="alert" className="w-full text-danger">
          {error ||
            (problem === 'no_data'
              ? 'The recorder yields no data. Stop the recording and start it again.'
              : 'The recording can’t be sent. It is sent again.')}
        </p>
      )}
    </>
  );
}
