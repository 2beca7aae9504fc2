import type { Client } from '../api/client.ts';
import { createAppender } from './appender.ts';

/** A part of the recording is sent every few seconds: a crash loses at most one. */
const partMs = 4_000;
/** A recorder that yields nothing for so long does not work. */
const silenceMs = 3 * partMs;

const formats = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

export interface TaskRecording {
  hasVoice: boolean;
  stop(): void;
}

interface Events {
  onProgress(percent: number): void;
  /** The recording has ended, and the rest is being sent. */
  onStopped(): void;
  onSent(): void;
  onFailed(): void;
}

/** Records the screen, and the voice if there is a microphone. Rejects if the participant does not allow it. */
export async function recordTask(client: Client, questionId: string, events: Events): Promise<TaskRecording> {
  const screen = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 15 } });
  const voice = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
  const stream = new MediaStream([...screen.getTracks(), ...(voice?.getAudioTracks() ?? [])]);
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
    const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    const { file_id: fileId, upload_url: uploadUrl } = await client.call<{
      file_id: string;
      upload_url: string;
    }>('POST', '/recordings', {
      question_id: questionId,
      content_type: recorder.mimeType || mimeType || 'video/webm',
    });
    const appender = createAppender({
      // The page may be open at another name of the same server, such as localhost.
      url: new URL(uploadUrl).pathname,
      fetch: (url, init) => fetch(url, init),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      onProgress: (sent, total) => events.onProgress(total ? Math.floor((100 * sent) / total) : 0),
    });
    const stop = () => {
      if (recorder.state !== 'inactive') recorder.stop();
    };
    let silence = setTimeout(stop, silenceMs);
    recorder.addEventListener('dataavailable', ({ data }) => {
      clearTimeout(silence);
      if (recorder.state === 'recording') silence = setTimeout(stop, silenceMs);
      appender.push(data);
    });
    recorder.addEventListener('stop', () => {
      clearTimeout(silence);
      release();
      events.onStopped();
      appender
        .finish()
        .then(() => client.call<{ stored: boolean }>('POST', `/recordings/${fileId}/complete`, {}))
        .then(({ stored }) => (stored ? events.onSent() : events.onFailed()))
        .catch(events.onFailed);
    });
    // The browser's own bar can end the sharing too.
    screen.getVideoTracks()[0]?.addEventListener('ended', stop);
    recorder.start(partMs);
    return { hasVoice: voice !== null, stop };
  } catch (error) {
    release();
    throw error;
  }
}
