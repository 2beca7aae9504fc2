import { createRequire } from 'node:module';
import { TranscriberError } from '../transcriber.ts';

/** What is used of sherpa-onnx: ONNX Runtime with Silero's detector and Moonshine on it. */
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
  /** `false`: a copy, which stays valid. */
  front(external: boolean): { start: number; samples: Float32Array };
  pop(): void;
  flush(): void;
  reset(): void;
}

export interface SherpaRecognizer {
  createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
  decode(stream: object): void;
  getResult(stream: object): { text: string; tokens: string[] };
}

/** What is used of whisper.cpp. */
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
      /** Of what is transcribed, in milliseconds; the language is found in all of it. */
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

export const loadSherpa = () => load<Sherpa>('sherpa-onnx-node');
export const loadWhisper = () => load<Whisper>(`@fugood/node-whisper-${process.platform}-${process.arch}`);

function load<T>(name: string): T {
  try {
    return require(name) as T;
  } catch (error) {
    const missing = /(lib[\w.+-]+): cannot open shared object/.exec((error as Error).message)?.[1];
    throw new TranscriberError(
      'not_configured',
      missing
        ? `Speech recognition needs the system’s library ${missing} (on Debian: \`apt-get install libgomp1\`).`
        : `The speech engine ${name} is not installed: run \`npm install\`, or set TRANSCRIBE_BASE_URL.`,
    );
  }
}

/** Whether the packages are there, without loading them into this process. */
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
