import type { Recordable } from './picture.ts';

export type RecorderProblem = 'no_data' | 'upload';

export interface CallRecorder {
  /** Adds the sound of somebody who came later. */
  addSound(stream: MediaStream): void;
  /** Resolves when everything is sent. */
  stop(): Promise<void>;
}

interface RecorderOptions {
  /** Without a track there is only sound. */
  video: MediaStream;
  sounds: MediaStream[];
  contentType: string;
  uploadUrl: string;
  /** Undefined when the problem has ended. */
  onProblem(problem: RecorderProblem | undefined): void;
}

/** How often the recorder yields data: a crash loses at most this much, and what is being sent. */
const sliceMs = 3_000;
/** Without data for this long something is wrong, and the researcher is warned while there is time. */
const silenceMs = 9_000;

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
  const addSound = (stream: MediaStream) => {
    if (added.has(stream.id) || stream.getAudioTracks().length === 0) return;
    added.add(stream.id);
    audio.createMediaStreamSource(stream).connect(mixed);
  };
  for (const stream of sounds) addSound(stream);
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
  recorder.start(sliceMs);

  return {
    addSound,
    async stop() {
      clearInterval(watchdog);
      const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      if (recorder.state !== 'inactive') {
        recorder.stop();
        await ended;
      }
      await sending;
      await audio.close();
    },
  };
}
