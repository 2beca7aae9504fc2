import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbound, OutboundRequest, Outcome } from '../outbound/index.ts';

/** A longer Retry-After counts as an unavailable server. */
const retryAfterMaxSeconds = 60;
const defaultDelaysMs = [1_000, 4_000];

export interface RetryOptions {
  signal: AbortSignal;
  /** How long to wait before each retry, unless the server sends Retry-After. */
  retryDelaysMs?: readonly number[] | undefined;
  /** Whether the caller already used a part of the response. */
  isUsed?: () => boolean;
}

/**
 * Sends a request again to a server that is busy or fails, so that one failed request does not repeat all requests of a
 * job. `create` is called for each attempt, because a stream can be sent only once.
 */
export async function sendWithRetries(
  outbound: Outbound,
  create: () => OutboundRequest,
  { signal, retryDelaysMs = defaultDelaysMs, isUsed }: RetryOptions,
): Promise<Outcome> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await outbound.send(create());
    const wait = isUsed?.() ? undefined : retryDelayMs(outcome, retryDelaysMs[attempt]);
    if (wait === undefined) return outcome;
    await sleep(wait, undefined, { signal });
  }
}

export const isTemporary = (status: number) => status >= 500 || status === 429 || status === 408;

/** Undefined if the request must not be sent again. */
function retryDelayMs(outcome: Outcome, delayMs: number | undefined): number | undefined {
  if (delayMs === undefined) return undefined;
  // A request that timed out has already waited for minutes.
  if (outcome.kind === 'error') return outcome.error === 'connection' ? delayMs : undefined;
  if (!isTemporary(outcome.status)) return undefined;
  const seconds = retryAfterSeconds(outcome.headers['retry-after']);
  if (seconds === undefined) return delayMs;
  return seconds <= retryAfterMaxSeconds ? seconds * 1_000 : undefined;
}

/** Retry-After is a number of seconds or a date. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}
