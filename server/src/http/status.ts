import type { AppError, ErrorCode } from '../foundation/errors.ts';

/** Statuses by error code (spec §1.2). */
export const statusOf: Record<ErrorCode, number> = {
  unauthorized: 401,
  plan_required: 402,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  validation_failed: 422,
  rate_limited: 429,
  internal: 500,
};

export const statusOfError = ({ code, temporary }: AppError): number => (temporary ? 503 : statusOf[code]);
