import type { Turn } from './recognizer.ts';

export interface SpeechRequest {
  /** WAV, 16 kHz, one channel, 16 bits. */
  wavPath: string;
  duration_seconds: number;
  /** A BCP 47 tag; detected if absent. */
  language?: string;
  /** Names and terms that the recording contains. Used by whisper.cpp, ignored by Moonshine. */
  vocabulary: string[];
  /** Whether to find out who speaks. */
  diarize: boolean;
  speakers_expected?: number;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress(fraction: number): void;
  /** The steps that earlier attempts at the same recording with the same options finished, in order. */
  finished?: FinishedStep[];
  /** Called after each step. A caller that stores the steps can continue after a crash. */
  onFinished?(step: FinishedStep): void;
}

/** A word and when it was spoken; `start_character` counts code points of the segment's text. */
export interface SpokenWord {
  text: string;
  start_seconds: number;
  end_seconds: number;
  start_character: number;
}

/** One sentence of one speaker. */
export interface SpokenSegment {
  start_seconds: number;
  end_seconds: number;
  text: string;
  speaker?: string;
  /** From 0 to 1. */
  confidence?: number;
  /** Present if the engine reports when each word was spoken. */
  words?: SpokenWord[];
}

export interface Transcription {
  /** The requested language, else the detected one, else null (no speech). */
  language: string | null;
  segments: SpokenSegment[];
}

/**
 * A finished step of a transcription, as JSON. A caller that stores the steps in order can pass them to the next attempt, which
 * then repeats none of them.
 */
export type FinishedStep =
  | { kind: 'turns'; model: string; turns: Turn[] }
  | { kind: 'language'; language: string }
  /** `turns_done` counts from the start of the recording, `segments` belong to this step only. */
  | { kind: 'speech'; turns_done: number; segments: SpokenSegment[] };

/** Instructions for the operator in error messages. */
export interface Hints {
  /** The command that downloads the models. */
  fetchModels: string;
  /** What to do if this machine can't recognise speech, as an imperative. */
  alternative: string;
}

/**
 * The message is one plain sentence for the person who requested the transcription.
 * - `not_installed`: an engine, a library or a model is missing, damaged, or does not run on this processor.
 * - `unsupported_language`: the models do not know the requested language.
 * - `interrupted`: the speech process crashed or took too long.
 * - `failed`: the engine could not process this recording.
 */
export class SpeechError extends Error {
  readonly code: 'not_installed' | 'unsupported_language' | 'interrupted' | 'failed';

  constructor(code: SpeechError['code'], message: string) {
    super(message);
    this.name = 'SpeechError';
    this.code = code;
  }

  get retryable(): boolean {
    return this.code === 'interrupted' || this.code === 'failed';
  }
}
