import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { startRecording, stopRecording } from '../../data/call.ts';
import type { CallView } from '../../lib/call/call.ts';
import { type Recordable, recordableOf } from '../../lib/call/picture.ts';
import {
  type CallRecorder,
  type RecorderProblem,
  recordingType,
  startRecorder,
} from '../../lib/call/recorder.ts';
import { errorMessage } from '../../lib/errors.ts';
import { useLatest } from '../../lib/use-latest.ts';

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
  view: CallView | undefined;
  /** Undefined before and after the call. */
  local: MediaStream | undefined;
}

/** The clock of a recording: the file, and when it began by `performance.now()`. */
export interface RecordingClock {
  fileId: string;
  startedAt: number;
}

/**
 * Records the participant from their first picture on. The upload starts with the recorder, so that the participant reads
 * “recorded” only while that is true. A participant who returns has a new picture, which a running recorder cannot take
 * over: a second file continues.
 */
export function useRecording({ sessionId, view, local }: RecordingOptions) {
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<'off' | 'waiting' | 'recording' | 'saving'>('off');
  const [clock, setClock] = useState<RecordingClock>();
  const [problem, setProblem] = useState<RecorderProblem>();
  const [error, setError] = useState('');
  const running = useRef<Running>(undefined);
  /** Starts and stops run one after the other. */
  const work = useRef(Promise.resolve());
  const latest = useLatest({ view, local });
  /** Like `wanted`, but it changes at once: what is queued must not start after the end. */
  const isWanted = useRef(false);
  const want = (next: boolean) => {
    isWanted.current = next;
    setWanted(next);
  };

  const participant = view?.others.find(({ role }) => role === 'participant');
  const found = participant ? recordableOf(participant) : 'waiting';
  const waitedFor = useWaited(
    wanted && participant?.connected === true && found === 'waiting',
    pictureWaitMs,
  );
  const what = found === 'waiting' && waitedFor ? 'sound' : found;

  useEffect(() => {
    for (const { id, stream } of view?.others ?? [])
      running.current?.recorder.addSound({ peerId: id, stream });
  }, [view?.others]);

  async function stop(): Promise<void> {
    const ended = running.current;
    running.current = undefined;
    setClock(undefined);
    if (!ended) return;
    const turns = await ended.recorder.stop();
    await stopRecording(sessionId, ended.fileId, turns);
  }

  async function start(participantId: string, what: Recordable): Promise<void> {
    const { view, local } = latest.current;
    const participant = view?.others.find(({ id }) => id === participantId);
    if (!isWanted.current || !view || !local || !participant) return;
    const contentType = recordingType(what);
    const { file_id: fileId, upload_url } = await startRecording(sessionId, view.peerId, contentType);
    const recorder = startRecorder({
      video: what === 'picture' ? participant.stream : new MediaStream(),
      sounds: [
        { peerId: view.peerId, stream: local },
        ...view.others.map(({ id, stream }) => ({ peerId: id, stream })),
      ],
      contentType,
      // The same server, even when its public address differs from the one in this browser.
      uploadUrl: new URL(upload_url, location.href).pathname,
      onProblem: setProblem,
    });
    running.current = { recorder, fileId, participantId, what };
    setClock({ fileId, startedAt: recorder.startedAt });
    setState('recording');
  }

  function enqueue(steps: () => Promise<void>): Promise<void> {
    work.current = work.current.then(steps).catch((failure: unknown) => {
      setError(errorMessage(failure));
      want(false);
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
    want(false);
    setState(running.current ? 'saving' : 'off');
    setProblem(undefined);
    return enqueue(async () => {
      await stop();
      setState('off');
    });
  };

  // The recording ends when either side ends the call, or when the page is left.
  const hasDevices = local !== undefined;
  const onLeave = useEffectEvent(() => void end());
  useEffect(() => {
    if (!hasDevices) return;
    return () => onLeave();
  }, [hasDevices]);

  return {
    state,
    /** Present while a recorder runs. */
    clock,
    problem,
    error,
    canRecord: participant !== undefined,
    begin() {
      setError('');
      setState('waiting');
      want(true);
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

export type Recording = ReturnType<typeof useRecording>;
