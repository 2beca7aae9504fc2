/** The eight error codes of v1 (spec §1.2). */
export type ErrorCode =
  | 'unauthorized'
  | 'plan_required'
  | 'quota_exceeded'
  | 'forbidden'
  | 'not_found'
  | 'validation_failed'
  | 'rate_limited'
  | 'internal';

export interface ErrorDetail {
  field: string;
  message: string;
}

/** An error that the client sees. Any layer may throw it; only http/ maps its code to a status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  /** For Retry-After. */
  retryAfterSeconds?: number;
  /** An `internal` error that a retry can avoid, such as an overload. The status is 503 instead of 500. */
  temporary?: boolean;

  constructor(code: ErrorCode, message: string, details: ErrorDetail[] = []) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** Retry-After is rounded up, so that waiting this long succeeds. */
export function rateLimited(message: string, waitMs: number): AppError {
  const error = new AppError('rate_limited', message);
  error.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return error;
}

export const notFound = (what = 'Resource') => new AppError('not_found', `${what} not found.`);

export const forbidden = (message = 'You do not have access to this resource.') =>
  new AppError('forbidden', message);

/** The message is always the same (spec §1.3); `details` lists the invalid fields. */
export const invalid = (details: ErrorDetail[]) =>
  new AppError('validation_failed', 'Request validation failed', details);

export const invalidField = (field: string, message: string) => invalid([{ field, message }]);

/** For an overload or a restart of the database (spec §1.2). */
export function unavailable(): AppError {
  const error = new AppError(
    'internal',
    'The server is overloaded or restarting. Try again in a few seconds.',
  );
  error.temporary = true;
  error.retryAfterSeconds = 2;
  return error;
}
