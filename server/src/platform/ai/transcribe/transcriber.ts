import type { SpeechRequest, Transcription } from '@parley/speech';

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

/** The message is a plain sentence that the API shows as the `error` of a job. */
export class TranscriberError extends Error {
  readonly code: 'provider_unavailable' | 'provider_refused' | 'provider_answer' | 'not_configured';

  constructor(code: TranscriberError['code'], message: string) {
    super(message);
    this.name = 'TranscriberError';
    this.code = code;
  }

  get retryable(): boolean {
    return this.code === 'provider_unavailable' || this.code === 'provider_answer';
  }
}
