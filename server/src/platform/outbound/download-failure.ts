import type { OutboundError } from './failure.ts';

export type DownloadError = OutboundError | 'http_status' | 'redirect' | 'too_large' | 'too_slow';

export class DownloadFailure extends Error {
  readonly code: DownloadError;

  constructor(code: DownloadError, cause?: unknown) {
    super(code, { cause });
    this.name = 'DownloadFailure';
    this.code = code;
  }
}
