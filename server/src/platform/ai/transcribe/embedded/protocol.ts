import type { SpokenSegment, TranscriberError } from '../transcriber.ts';
import type { EnglishModel } from './models.ts';

/** What this process and the speech process tell each other. */
export interface ListenOrder {
  kind: 'listen';
  wavPath: string;
  duration_seconds: number;
  language?: string;
  vocabulary: string[];
  diarize: boolean;
  speakers_expected?: number;
  english: EnglishModel;
  folders: string[];
  /** Where it may keep a file that it makes from a model. */
  cacheDir: string;
  threads: number;
}

export type SpeechNews =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; language: string | null; segments: SpokenSegment[] }
  | { kind: 'failed'; code: TranscriberError['code']; message: string };
