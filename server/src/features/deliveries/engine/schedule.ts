/** Delays before attempts 1 to 6, in seconds (spec §8.9). WEBHOOK_RETRY_DELAYS overrides them. */
export const defaultDelays: readonly number[] = [0, 10, 60, 300, 1800, 3600];

export interface EndedAttempt {
  /** The number of the attempt, from 1. */
  attempt: number;
  endedAtMs: number;
  /** Seconds before each attempt. The number of delays is the number of attempts. */
  delays: readonly number[];
  /** A random number from 0 to 0.1: the share of the delay that is added, so that retries are spread over time. */
  jitter: number;
  status?: number | null;
  retryAfter?: string | undefined;
}

export type NextAttempt = { at: number } | 'exhausted';

const maxJitter = 0.1;

/**
 * The time of the next attempt after a failure. The delay starts at the end of the attempt and is never shortened;
 * jitter lengthens it by at most a tenth, and `Retry-After` on 429 and 503 to at most twice (spec §8.9).
 */
export function nextAttempt(ended: EndedAttempt): NextAttempt {
  const delaySeconds = ended.delays[ended.attempt];
  if (delaySeconds === undefined) return 'exhausted';
  const delayMs = delaySeconds * 1000;
  const jittered = delayMs * (1 + Math.min(Math.max(ended.jitter, 0), maxJitter));
  const mayPostpone = ended.status === 429 || ended.status === 503;
  const requestedMs = mayPostpone ? retryAfterMs(ended.retryAfter, ended.endedAtMs) : 0;
  return { at: ended.endedAtMs + Math.ceil(Math.max(jittered, Math.min(requestedMs, 2 * delayMs))) };
}

/** `Retry-After` is whole seconds or an HTTP date (RFC 9110 §10.2.3). Any other value is ignored. */
function retryAfterMs(value: string | undefined, nowMs: number): number {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse alone also accepts other formats, some of them as local time.
  if (!/^[A-Z][a-z]+, .+ GMT$/.test(text)) return 0;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? 0 : Math.max(0, dateMs - nowMs);
}
