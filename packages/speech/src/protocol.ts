import type { EnglishModel } from './model-files.ts';
import type { FinishedStep, Hints, SpeechError, SpeechRequest, Transcription } from './speech.ts';

/** What the speech process needs to load its models. It is the same in every command. */
export interface ModelOptions {
  english: EnglishModel;
  folders: string[];
  /** Where files that are generated from the models are written. */
  cacheDir: string;
  threads: number;
  hints: Hints;
}

/** Sent to the speech process: transcribe one recording. */
export interface TranscribeCommand extends Omit<SpeechRequest, 'signal' | 'onProgress' | 'onFinished'> {
  kind: 'transcribe';
  models: ModelOptions;
}

/** Sent by the speech process. Every command ends with `done` or `failed`. */
export type SpeechMessage =
  | { kind: 'progress'; fraction: number }
  | { kind: 'finished'; step: FinishedStep }
  | ({ kind: 'done' } & Transcription)
  | { kind: 'failed'; code: SpeechError['code']; message: string };
