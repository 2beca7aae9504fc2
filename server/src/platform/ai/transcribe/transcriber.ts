import type { SpeechRequest, Transcription } from '@parley/speech';
import { TaskFailure } from '../../tasks/index.ts';

/** A speech-to-text provider. */
export interface Transcriber {
  /** Shown as `ai.transcription_provider` of the workspace. */
  name: string;
  model: string;
  sends_data_outside: boolean;
  /** The price that the operator configured. */
  usd_per_minute?: number | undefined;
  transcribe(request: SpeechRequest): Promise<Transcription>;
}

/** A transcription server. */
export interface TranscriberConfig {
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
  sendsDataOutside?: boolean | undefined;
  pricePerMinute?: number | undefined;
  /** How long to wait before each retry, unless the server sends Retry-After. */
  retryDelaysMs?: readonly number[];
}

export type TranscriberFault =
  | 'provider_unavailable'
  | 'provider_refused'
  | 'provider_answer'
  | 'not_configured';

/** The message is a plain sentence. A job that does not catch this error fails with it. */
export class TranscriberError extends TaskFailure {
  constructor(code: TranscriberFault, message: string) {
    super(code, message, { retryable: code === 'provider_unavailable' || code === 'provider_answer' });
    this.name = 'TranscriberError';
  }
}
