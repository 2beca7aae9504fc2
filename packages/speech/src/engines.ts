import { createRequire } from 'node:module';
import { type Hints, SpeechError } from './speech.ts';

/** The parts of sherpa-onnx that are used: ONNX Runtime with Silero's voice activity detector and Moonshine. */
export interface Sherpa {
  Vad: new (
    config: {
      sileroVad: {
        model: string;
        threshold: number;
        minSpeechDuration: number;
        minSilenceDuration: number;
        maxSpeechDuration: number;
        windowSize: number;
      };
      sampleRate: number;
      numThreads: number;
    },
    bufferSeconds: number,
  ) => SherpaVad;
  OfflineRecognizer: new (config: {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: {
      moonshine: { encoder: string; mergedDecoder: string };
      tokens: string;
      numThreads: number;
    };
  }) => SherpaRecognizer;
}

export interface SherpaVad {
  acceptWaveform(samples: Float32Array): void;
  isEmpty(): boolean;
  /** With `false`, the samples are a copy that stays valid after `pop`. */
  front(external: boolean): { start: number; samples: Float32Array };
  pop(): void;
  flush(): void;
  reset(): void;
}

export interface SherpaRecognizer {
  createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
  /** Runs in a thread of Node.js; several calls at the same time are allowed. */
  decodeAsync(stream: object): Promise<{ text: string; tokens: string[] }>;
}

/** The parts of whisper.cpp that are used. */
export interface Whisper {
  WhisperContext: new (options: { filePath: string; useGpu: boolean }) => WhisperContext;
}

export interface WhisperContext {
  transcribeData(
    pcm: ArrayBuffer,
    options: {
      language: string;
      prompt?: string;
      maxThreads: number;
      tokenTimestamps?: boolean;
      maxLen?: number;
      /** How much is transcribed, in milliseconds. The language is detected from all of it. */
      duration?: number;
    },
  ): { promise: Promise<WhisperResult> };
}

export interface WhisperResult {
  result: string;
  language: string;
  /** Times in milliseconds. */
  segments: { text: string; t0: number; t1: number }[];
}

const require = createRequire(import.meta.url);

export const loadSherpa = (hints: Hints) => load<Sherpa>('sherpa-onnx-node', hints);
export const loadWhisper = (hints: Hints) =>
  load<Whisper>(`@fugood/node-whisper-${process.platform}-${process.arch}`, hints);

function load<T>(name: string, hints: Hints): T {
  try {
    return require(name) as T;
  } catch (error) {
    const missing = /(?<![\w.+-])(lib[\w.+-]+): cannot open shared object/.exec(
      (error as Error).message,
    )?.[1];
    throw new SpeechError(
      'not_installed',
      missing
        ? `Speech recognition needs the system library ${missing} (on Debian: \`apt-get install libgomp1\`).`
        : `The speech engine ${name} is not installed: run \`npm install\`, or ${hints.alternative}.`,
    );
  }
}

/** Whether the packages are installed. Does not load them into this process. */
export function enginesInstalled(): boolean {
  try {
    require.resolve('sherpa-onnx-node');
    require.resolve(`sherpa-onnx-${process.platform}-${process.arch}/package.json`);
    require.resolve(`@fugood/node-whisper-${process.platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}
