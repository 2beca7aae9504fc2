import { type FileHandle, open } from 'node:fs/promises';
import type { Sherpa, SherpaVad } from './engines.ts';
import { type Span, sampleRate } from './recognizer.ts';
import { findWavData } from './wav.ts';

/** Silero's window size. */
const windowSamples = 512;
const blockBytes = windowSamples * 250 * 2;

export const loadVad = (sherpa: Sherpa, model: string): SherpaVad =>
  new sherpa.Vad(
    {
      sileroVad: {
        model,
        threshold: 0.5,
        minSpeechDuration: 0.2,
        // Short enough to find the pause between two speakers.
        minSilenceDuration: 0.25,
        // A longer region is split at its quietest moment, which limits the input of one recognition.
        maxSpeechDuration: 15,
        windowSize: windowSamples,
      },
      sampleRate,
      numThreads: 1,
    },
    60,
  );

export interface Audio {
  duration_seconds: number;
  read(span: Span): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Opens 16 kHz mono PCM. Samples are read in parts, because a recording of hours does not fit in memory. */
export async function openAudio(wavPath: string): Promise<Audio> {
  const handle = await open(wavPath);
  const { start, end } = await findWavData(handle).catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  const duration = (end - start) / 2 / sampleRate;
  return {
    duration_seconds: duration,
    async read(span) {
      const from = start + 2 * Math.round(Math.max(0, span.start_seconds) * sampleRate);
      const to = Math.min(end, start + 2 * Math.round(span.end_seconds * sampleRate));
      return readSamples(handle, from, Math.max(0, to - from));
    },
    close: () => handle.close(),
  };
}

async function readSamples(handle: FileHandle, at: number, length: number): Promise<Float32Array> {
  const bytes = Buffer.alloc(length - (length % 2));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
  const samples = new Float32Array(Math.floor(bytesRead / 2));
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(2 * i) / 32768;
  return samples;
}

/**
 * The parts of the recording that contain speech, in order, with their samples. Reports how much was read, because hours
 * without speech are also progress.
 */
export async function* findSpeechRegions(
  vad: SherpaVad,
  audio: Audio,
  onRead: (seconds: number) => void,
): AsyncGenerator<Span & { samples: Float32Array }> {
  vad.reset();
  const step = blockBytes / 2 / sampleRate;
  for (let at = 0; at < audio.duration_seconds; at += step) {
    const samples = await audio.read({ start_seconds: at, end_seconds: at + step });
    for (let i = 0; i < samples.length; i += windowSamples) {
      const window = new Float32Array(windowSamples);
      window.set(samples.subarray(i, i + windowSamples));
      vad.acceptWaveform(window);
    }
    yield* takeRegions(vad);
    onRead(Math.min(at + step, audio.duration_seconds));
  }
  vad.flush();
  yield* takeRegions(vad);
}

function* takeRegions(vad: SherpaVad): Generator<Span & { samples: Float32Array }> {
  while (!vad.isEmpty()) {
    const { start, samples } = vad.front(false);
    vad.pop();
    const start_seconds = start / sampleRate;
    if (samples.length > 0)
      yield { start_seconds, end_seconds: start_seconds + samples.length / sampleRate, samples };
  }
}
