import { ParleyError } from '@parley/sdk';
import { ApiError } from '../errors.ts';
import { texts } from './texts.ts';

export interface Failure {
  /** `network`: try until the connection is back. `server`: try a few times. `refused`: trying again alone does not help. */
  kind: 'network' | 'server' | 'refused';
  shown: { problem: string; retryable: boolean };
}

/** Reads what went wrong in an attempt and says what happens next. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof ApiError || error instanceof ParleyError))
    return {
      kind: 'network',
      shown: {
        problem: texts.continuesByItself,
        retryable: true,
      },
    };
  const { status, code, message, details } = error;
  if (status >= 500 || status === 429)
    return {
      kind: 'server',
      shown: { problem: texts.serverCantTakeTheFile(message), retryable: true },
    };
  if (code === 'quota_exceeded')
    return {
      kind: 'refused',
      shown: { problem: texts.deleteFilesThenRetry(message), retryable: true },
    };
  if (status === 401)
    return {
      kind: 'refused',
      shown: { problem: texts.signedOut, retryable: true },
    };
  if (status === 403)
    return {
      kind: 'refused',
      shown: {
        problem: texts.noAccess,
        retryable: true,
      },
    };
  const reason = details.map((detail) => detail.message).join(' ') || message;
  return { kind: 'refused', shown: { problem: reason, retryable: true } };
}
