import { ParleyError } from '@parley/sdk';
import { ApiError } from '../errors.ts';

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
        problem: 'Waiting for the connection. The upload continues by itself.',
        retryable: true,
      },
    };
  const { status, code, message, details } = error;
  if (status >= 500 || status === 429)
    return {
      kind: 'server',
      shown: { problem: `The server can’t take the file now: ${message}`, retryable: true },
    };
  if (code === 'quota_exceeded')
    return {
      kind: 'refused',
      shown: { problem: `${message} Delete files you no longer need, then retry.`, retryable: true },
    };
  if (status === 401)
    return {
      kind: 'refused',
      shown: { problem: 'You are signed out. Sign in, then retry.', retryable: true },
    };
  if (status === 403)
    return {
      kind: 'refused',
      shown: {
        problem: 'You can’t add files to this project. Ask its owner for access, then retry.',
        retryable: true,
      },
    };
  const reason = details.map((detail) => detail.message).join(' ') || message;
  return { kind: 'refused', shown: { problem: reason, retryable: true } };
}
