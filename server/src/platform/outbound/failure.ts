/** Error values for failures before a response. They must not reveal what a port scan would (spec §8.12). */
export type OutboundError = 'timeout' | 'dns' | 'connection' | 'tls' | 'blocked_address';

/** Passes the error code through undici from the phase that detects the failure to the caller. */
export class OutboundFailure extends Error {
  readonly code: OutboundError;

  constructor(code: OutboundError, cause?: unknown) {
    super(code, { cause });
    this.name = 'OutboundFailure';
    this.code = code;
  }
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** The code for an error on an established connection. `connection` if the error is not recognized. */
export function errorCodeOf(error: unknown): OutboundError {
  if (error instanceof OutboundFailure) return error.code;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (timeoutCodes.has(code)) return 'timeout';
  // An alert after the handshake, e.g. from a TLS 1.3 server that requires a client certificate.
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'connection';
}
