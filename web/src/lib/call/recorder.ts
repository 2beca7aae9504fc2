import type { Recordable } from './picture.ts';
import { createTalkTurns, type TalkTurn } from './talk-turns.ts';

export type RecorderProblem = 'no_data' | 'upload';

export interface CallRecorder {
  /** When the recording began, by `performance.now()`: zero of the recording's clock. */
  startedAt: number;
  /** Adds the sound of somebody who came later. */
  addSound(sound: PeerSound): void;
  /** Resolves with who spoke when, after everything is sent. */
  stop(): Promise<TalkTurn[]>;
}

/** The sound of one browser in the call. */
interface PeerSound {
  peerId: string;
  stream: MediaStream;
}

interface RecorderOptions {
  /** Without a track there is only sound. */
  video: MediaStream;
  sounds: PeerSound[];
  contentType: string;
  uploadUrl: string;
  /** Undefined when the problem has ended. */
  onProblem(problem: RecorderProblem | undefined): void;
}

/** How often the recorder yields data: a crash loses at most this much, and what is being sent. */
const sliceMs = 3_000;
/** Without data for this long something is wrong, and the researcher is warned while there is time. */
const silenceMs = 9_000;

/** How often the recorder notices who speaks. */
const listenMs = 100;

const types = {
  picture: ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
  sound: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'],
};

export const recordingType = (what: Recordable): string =>
  types[what].find((type) => MediaRecorder.isTypeSupported(type)) ?? (types[what][1] as string);

/**
 * Records the participant's picture and everybody's sound. Each part is appended to one upload and then forgotten: the tab
 * never holds the whole recording.
 */
export function startRecorder(options: RecorderOptions): CallRecorder {
  const { video, sounds, contentType, uploadUrl, onProblem } = options;
  const audio = new AudioContext();
  const mixed = audio.createMediaStreamDestination();
  const added = new Set<string>();
  const analysers: { peerId: string; analyser: AnalyserNode }[] = [];
  const addSound = ({ peerId, stream }: PeerSound) => {
    if (added.has(stream.id) || stream.getAudioTracks().length === 0) return;
    added.add(stream.id);
    const source = audio.createMediaStreamSource(stream);
    const analyser = audio.createAnalyser();
    source.connect(mixed);
    source.connect(analyser);
    analysers.push({ peerId, analyser });
  };
  for (const sound of sounds) addSound(sound);
  const recorder = new MediaRecorder(
    new MediaStream([...video.getVideoTracks(), ...mixed.stream.getTracks()]),
    {
      mimeType: contentType,
    },
  );

  let offset = 0;
  let sending = Promise.resolve();
  let dataAt = performance.now();
  let problem: RecorderProblem | undefined;
  const report = (next: RecorderProblem | undefined) => {
    if (next === problem) return;
    problem = next;
    onProblem(next);
  };
  async function append(part: Blob): Promise<void> {
    for (;;) {
      const response = await fetch(uploadUrl, {
        method: 'PATCH',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Offset': String(offset),
          'Content-Type': 'application/offset+octet-stream',
        },
        body: part,
      }).catch(() => undefined);
      if (response?.status === 204) {
        offset = Number(response.headers.get('Upload-Offset'));
        return report(undefined);
      }
      // The recording was ended on the server.
      if (response?.status === 404) return;
      report('upload');
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      // After a lost response the server knows how much has arrived.
      const head = await fetch(uploadUrl, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } }).catch(
        () => undefined,
      );
      const stored = Number(head?.headers.get('Upload-Offset') ?? offset);
      part = part.slice(stored - offset);
      offset = stored;
      if (part.size === 0) return;
    }
  }
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return;
    dataAt = performance.now();
    if (problem === 'no_data') report(undefined);
    sending = sending.then(() => append(data));
  };
  const watchdog = setInterval(() => performance.now() - dataAt > silenceMs && report('no_data'), 1_000);
  // A recorder whose tracks have ended stops by itself. Its last data arrives before this event.
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.start(sliceMs);
  const startedAt = performance.now();
  const talk = createTalkTurns();
  const listener = setInterval(
    () =>
      talk.add(
        (performance.now() - startedAt) / 1000,
        new Map(analysers.map(({ peerId, analyser }) => [peerId, levelOf(analyser)])),
      ),
    listenMs,
  );

  return {
    addSound,
    startedAt,
    async stop() {
      clearInterval(watchdog);
      clearInterval(listener);
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
      for (const track of mixed.stream.getTracks()) track.stop();
      await sending;
      await audio.close();
      return talk.list();
    },
  };
}

/** The loudness of the last moment, from 0 to 1. */
function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
