import type { SpokenWord } from './place-words.ts';

/** Speech to text. Each provider is one of these. */
export interface Transcriber {
  /** Shown as `ai.transcription_provider` of the workspace. */
  name: string;
  model: string;
  sends_data_outside: boolean;
  transcribe(request: SpeechRequest): Promise<Speech>;
}

export interface SpeechRequest {
  /** WAV, 16 kHz, one channel, 16 bits: what platform/media extracts. */
  wavPath: string;
  duration_seconds: number;
  /** BCP 47; absent: find out. */
  language?: string;
  vocabulary: string[];
  diarize: boolean;
  speakers_expected?: number;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress(fraction: number): void;
}

export interface SpokenSegment {
  start_seconds: number;
  end_seconds: number;
  text: string;
  speaker?: string;
  confidence?: number;
  /** Where the engine knows when each word was spoken. */
  words?: SpokenWord[];
}

export interface Speech {
  language: string | null;
  segments: SpokenSegment[];
}

/** Its message is a plain sentence that can stand in the `error` of a job. */
export class TranscriberError extends Error {
  readonly code: 'provider_unavailable' | 'provider_refused' | 'provider_answer' | 'not_configured';

  constructor(code: TranscriberError['code'], message: string) {
    super(message);
    this.name = 'TranscriberError';
    this.code = code;
  }

  /** Another try may help. */
  get passing(): boolean {
    return this.code === 'provider_unavailable' || this.code === 'provider_answer';
  }
}
