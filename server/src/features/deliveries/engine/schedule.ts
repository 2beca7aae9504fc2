/** Delays before attempts 1 to 6, in seconds (spec §8.9). WEBHOOK_RETRY_DELAYS overrides them. */
export const defaultDelays: readonly number[] = [0, 10, 60, 300, 1800, 3600];

export interface EndedAttempt {
  /** Which try it was, from 1. */
  attempt: number;
  endedAtMs: number;
  /** Seconds before each attempt; as many attempts are made as there are delays. */
  delays: readonly number[];
  /** Drawn by the caller, 0 to 0.1: how much of the delay is added, so that retries do not march in step. */
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
  const listens = ended.status === 429 || ended.status === 503;
  const askedMs = listens ? retryAfterMs(ended.retryAfter, ended.endedAtMs) : 0;
  return { at: ended.endedAtMs + Math.ceil(Math.max(jittered, Math.min(askedMs, 2 * delayMs))) };
}

/** `Retry-After` is whole seconds or an HTTP date (RFC 9110 §10.2.3). Any other value is ignored. */
function retryAfterMs(value: string | undefined, nowMs: number): number {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Without this, Date.parse would take many things for a date, and some of them for one in local time.
  if (!/^[A-Z][a-z]+, .+ GMT$/.test(text)) return 0;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? 0 : Math.max(0, dateMs - nowMs);
}
