import type { Outcome } from '../../../platform/outbound/index.ts';
import type { AttemptRecord } from './attempt-store.ts';
import type { Channel, EngineSettings } from './channel.ts';
import { excerpt } from './excerpt.ts';
import { attemptResult } from './outcome.ts';
import type { Queued } from './queue-store.ts';
import { nextAttempt } from './schedule.ts';

export interface Attempt {
  delivery: Queued;
  startedAt: Date;
  endedAt: Date;
  headers: Record<string, string>;
  outcome: Outcome;
}

/** The record of an attempt, with the time of the next one if the attempt failed and can be retried. */
export function recordOf(
  attempt: Attempt,
  channel: Pick<Channel<unknown>, 'isFinal' | 'storesResponses'>,
  settings: EngineSettings,
): AttemptRecord {
  const { delivery, startedAt, endedAt, headers, outcome } = attempt;
  const { succeeded, ...result } = attemptResult(outcome);
  const next =
    succeeded || delivery.once || channel.isFinal?.(outcome)
      ? 'exhausted'
      : nextAttempt({
          attempt: delivery.attempt,
          endedAtMs: endedAt.getTime(),
          delays: settings.retryDelaysSeconds,
          jitter: settings.jitter ? Math.random() * 0.1 : 0,
          status: result.response_code,
          retryAfter: outcome.kind === 'response' ? outcome.headers['retry-after'] : undefined,
        });
  return {
    delivery,
    status: succeeded ? 'succeeded' : 'failed',
    ...result,
    attempted_at: startedAt,
    ended_at: endedAt,
    next_attempt_at: next === 'exhausted' ? null : new Date(next.at),
    svc_signature: headers['X-SVC-Signature'] ?? null,
    standard_signature: headers['webhook-signature'] ?? null,
    response_body:
      channel.storesResponses && !succeeded && outcome.kind === 'response' ? excerpt(outcome.body) : null,
  };
}

/** The record of a delivery whose subscription ended before it was sent. */
export const skippedRecord = (delivery: Queued, endedAt: Date): AttemptRecord => ({
  delivery,
  status: 'skipped',
  response_code: null,
  error: 'subscription_disabled',
  duration_ms: null,
  attempted_at: null,
  ended_at: endedAt,
  next_attempt_at: null,
  svc_signature: null,
  standard_signature: null,
  response_body: null,
});
