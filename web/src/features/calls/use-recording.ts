import { type RefObject, useEffect, useRef, useState } from 'react';
import { startRecording, stopRecording } from '../../data/calls.ts';
import type { CallView } from '../../lib/call/call.ts';
import { type Recordable, recordableOf } from '../../lib/call/picture.ts';
import {
  type CallRecorder,
  type RecorderProblem,
  recordingType,
  startRecorder,
} from '../../lib/call/recorder.ts';
import { errorMessage } from '../../lib/errors.ts';

/** A connected participant whose camera yields nothing for so long is recorded without a picture. */
const pictureWaitMs = 10_000;

interface Running {
  recorder: CallRecorder;
  fileId: string;
  participantId: string;
  what: Recordable;
}

interface RecordingOptions {
  sessionId: string;
  view: CallView;
  local: MediaStream;
  /** Ends the recording, for the page that leaves the call. */
  stopper: RefObject<() => Promise<void>>;
}

/**
 * Records the participant from their first picture on. The upload starts with the recorder, so that the participant reads
 * “recorded” only while that is true. A participant who returns has a new picture, which a running recorder cannot take
 * over: a second file continues.
 */
export function useRecording({ sessionId, view, local, stopper }: RecordingOptions) {
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<'off' | 'waiting' | 'recording'>('off');
  const [problem, setProblem] = useState<RecorderProblem>();
  const [error, setError] = useState('');
  const running = useRef<Running>(undefined);
  /** Starts and stops run one after the other. */
  const work = useRef(Promise.resolve());
  const latest = useRef({ view, wanted });
  latest.current = { view, wanted };

  const participant = view.others.find(({ role }) => role === 'participant');
  const found = participant ? recordableOf(participant) : 'waiting';
  const waitedFor = useWaited(
    wanted && participant?.connected === true && found === 'waiting',
    pictureWaitMs,
  );
  const what = found === 'waiting' && waitedFor ? 'sound' : found;

  useEffect(() => {
    for (const { stream } of view.others) running.current?.recorder.addSound(stream);
  }, [view.others]);

  async function stop(): Promise<void> {
    const ended = running.current;
    running.current = undefined;
    if (!ended) return;
    await ended.recorder.stop();
    await stopRecording(sessionId, ended.fileId);
  }

  async function start(participantId: string, what: Recordable): Promise<void> {
    const { view, wanted } = latest.current;
    const participant = view.others.find(({ id }) => id === participantId);
    if (!wanted || !participant) return;
    const contentType = recordingType(what);
    const { file_id: fileId, upload_url } = await startRecording(sessionId, view.peerId, contentType);
    const recorder = startRecorder({
      video: what === 'picture' ? participant.stream : new MediaStream(),
      sounds: [local, ...view.others.map(({ stream }) => stream)],
      contentType,
      // The same server, also when its public address differs from the one in this browser.
      uploadUrl: new URL(upload_url, location.href).pathname,
      onProblem: setProblem,
    });
    running.current = { recorder, fileId, participantId, what };
    setState('recording');
  }

  function enqueue(steps: () => Promise<void>): Promise<void> {
    work.current = work.current.then(steps).catch((failure: unknown) => {
      setError(errorMessage(failure));
      setWanted(false);
      setState('off');
    });
    return work.current;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another browser or a first picture starts a recorder.
  useEffect(() => {
    if (!wanted || !participant || what === 'waiting') return;
    const { id } = participant;
    void enqueue(async () => {
      const current = running.current;
      // A picture that pauses is not the end of a recording, but one that comes later is worth a new file.
      if (current?.participantId === id && (current.what === what || what === 'sound')) return;
      await stop();
      await start(id, what);
    });
  }, [wanted, participant?.id, what]);

  const end = () => {
    setWanted(false);
    setState('off');
    setProblem(undefined);
    latest.current.wanted = false;
    return enqueue(stop);
  };
  stopper.current = end;

  return {
    state,
    problem,
    error,
    canRecord: participant !== undefined,
    begin() {
      setError('');
      setState('waiting');
      setWanted(true);
    },
    end,
  };
}

/** True once the condition has held for this long. */
function useWaited(condition: boolean, ms: number): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    setWaited(false);
    if (!condition) return;
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [condition, ms]);
  return waited;
}
