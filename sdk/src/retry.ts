export interface RetryOptions {
  /** Retries after the first attempt. Default 4. */
  retries: number;
  /** Time limit of one attempt in milliseconds. Default 60,000. */
  timeoutMs: number;
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch: typeof globalThis.fetch;
  /** Replaces the pause between two attempts; tests use it to avoid waiting. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const maxWaitMs = 60_000;
const retryableMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST']);

/** 429 and 5xx: the same request may succeed later. */
export const isRetryable = ({ status }: Response) => status === 429 || status >= 500;

/**
 * Sends a request and retries it after a network error, a timeout, 429 or 5xx. A POST gets an Idempotency-Key, so
 * the server runs it once however often it is sent. A PATCH is sent once: between two attempts another client may
 * have changed the record, and a retry would overwrite that change.
 */
export async function fetchWithRetries(
  request: Request,
  options: Partial<RetryOptions> = {},
): Promise<Response> {
  const { retries = 4, timeoutMs = 60_000, fetch = globalThis.fetch, wait = pause } = options;
  const prepared = withIdempotencyKey(request);
  for (let attempt = 0; ; attempt++) {
    const last = attempt >= retries || !retryableMethods.has(prepared.method);
    let retryAfter: string | null = null;
    try {
      const response = await fetch(prepared.clone(), {
        signal: AbortSignal.any([prepared.signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (last || !isRetryable(response)) return response;
      retryAfter = response.headers.get('Retry-After');
      await response.body?.cancel();
    } catch (error) {
      if (last || prepared.signal.aborted) throw error;
    }
    await wait(retryDelayMs(attempt, retryAfter), prepared.signal);
  }
}

function withIdempotencyKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('Idempotency-Key')) return request;
  const copy = new Request(request);
  copy.headers.set('Idempotency-Key', randomKey());
  return copy;
}

/** 128 random bits in hex. Not `crypto.randomUUID`, which browsers offer on https and localhost only. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * The delay in the server's Retry-After header (seconds or a date), at most a minute; otherwise exponential
 * backoff from 250 ms to 8 s with jitter, so that clients do not retry at the same moment.
 */
export function retryDelayMs(attempt: number, retryAfter: string | null): number {
  const asked = retryAfter === null ? Number.NaN : parseRetryAfter(retryAfter);
  if (asked > 0) return Math.min(asked, maxWaitMs);
  return Math.min(250 * 2 ** attempt, 8_000) * (0.5 + Math.random() / 2);
}

const parseRetryAfter = (value: string) =>
  /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();

export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
