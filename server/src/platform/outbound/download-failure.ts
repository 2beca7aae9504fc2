import type { OutboundError } from './failure.ts';

export type DownloadError = OutboundError | 'http_status' | 'redirect' | 'too_large' | 'too_slow';

export class DownloadFailure extends Error {
  readonly word: DownloadError;

  constructor(word: DownloadError, cause?: unknown) {
    super(word, { cause });
    this.name = 'DownloadFailure';
    this.word = word;
  }
}
