/** Error values for failures before a response. They must not reveal what a port scan would (spec §8.12). */
export type OutboundError = 'timeout' | 'dns' | 'connection' | 'tls' | 'blocked_address';

/** Carries the word through undici, from the phase that knows it to the caller. */
export class OutboundFailure extends Error {
  readonly word: OutboundError;

  constructor(word: OutboundError, cause?: unknown) {
    super(word, { cause });
    this.name = 'OutboundFailure';
    this.word = word;
  }
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** The word for an error of a connection that stood: whatever is not known better is `connection`. */
export function wordFor(error: unknown): OutboundError {
  if (error instanceof OutboundFailure) return error.word;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (timeoutCodes.has(code)) return 'timeout';
  // An alert after the handshake, e.g. from a TLS 1.3 server that wants a client certificate.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'connection';
}
