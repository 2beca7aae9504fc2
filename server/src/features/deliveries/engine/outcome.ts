import type { OutboundError, Outcome } from '../../../platform/outbound/index.ts';

/** Values of `error` on a delivery. Nothing else about a failure is stored (spec §8.12). */
export type DeliveryError = OutboundError | 'redirect' | 'http_status' | 'subscription_disabled';

export interface AttemptResult {
  succeeded: boolean;
  response_code: number | null;
  error: DeliveryError | null;
  duration_ms: number;
}

/** The outcome of an attempt: only a 2xx is a success (spec §8.8). */
export function attemptResult(outcome: Outcome): AttemptResult {
  const duration_ms = outcome.durationMs;
  if (outcome.kind === 'error') {
    return { succeeded: false, response_code: null, error: outcome.error, duration_ms };
  }
  const error = errorOfStatus(outcome.status);
  return { succeeded: error === null, response_code: outcome.status, error, duration_ms };
}

function errorOfStatus(status: number): 'redirect' | 'http_status' | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}
