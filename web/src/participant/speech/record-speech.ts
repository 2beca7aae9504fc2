import { type Client, judgeFailure, Refusal } from '../api/client.ts';
import { createSpeechUpload } from './upload.ts';

interface SpokenAnswer {
  status: 'recording' | 'queued' | 'completed' | 'failed';
  text: string | null;
  received: number;
}

export interface SpeechRecording {
  /** Ends the recording and returns it, to hear it again. */
  stop(): Promise<Blob>;
  /** Sends what is left and waits for the text; null if no words were recognized. */
  transcribe(signal: AbortSignal): Promise<string | null>;
  /** Ends the recording and removes what was sent. */
  discard(): void;
}

/** A part is sent every few seconds, so that little is left to send at the end. */
const partMs = 2_000;
const pollMs = 1_000;
const formats = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Records the microphone. Rejects if the participant does not allow it. */
export async function recordSpeech(client: Client): Promise<SpeechRecording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
  // Enough for speech, and an hour stays below the limit of the server.
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: 24_000,
    ...(mimeType ? { mimeType } : {}),
  });
  const recording = crypto.randomUUID();
  const parts: Blob[] = [];
  const upload = createSpeechUpload({
    send: (offset, part) => sendPart(client, recording, offset, part),
    wait,
    isTemporary: (error) => judgeFailure(error) === 'retry',
  });
  const stopped = new Promise<void>((resolve) =>
    recorder.addEventListener('stop', () => resolve(), { once: true }),
  );
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    parts.push(data);
    upload.push(new Blob([data], { type: typeOf(recorder) }));
  });
  recorder.start(partMs);

  async function stop(): Promise<Blob> {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    release();
    return new Blob(parts, { type: typeOf(recorder) });
  }
  return {
    stop,
    async transcribe(signal) {
      await upload.finish();
      let answer = await client.call<SpokenAnswer>('POST', '/spoken/complete', { recording });
      while (answer.status === 'queued' && !signal.aborted) {
        await wait(pollMs);
        answer = await client
          .call<SpokenAnswer>('GET', `/spoken?recording=${recording}`)
          .catch((error: unknown) => {
            if (judgeFailure(error) === 'retry') return answer;
            throw error;
          });
      }
      return answer.text;
    },
    discard() {
      void stop()
        .then(() => upload.finish())
        .catch(() => {})
        .then(() => client.call('POST', '/spoken/discard', { recording }))
        .catch(() => {});
    },
  };
}

const typeOf = ({ mimeType }: MediaRecorder) => mimeType.split(';')[0] || 'audio/webm';

async function sendPart(client: Client, recording: string, offset: number, part: Blob): Promise<number> {
  const response = await fetch(`/p/v1/spoken/parts?recording=${recording}&offset=${offset}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${client.token()}`, 'Content-Type': part.type || 'audio/webm' },
    body: part,
    signal: AbortSignal.timeout(30_000),
  });
  const json = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response, json);
  return (json.data as SpokenAnswer).received;
}
