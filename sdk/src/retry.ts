export interface RetryOptions {
  /** How often a request is repeated at the most. */
  retries: number;
  /** How long one try may take. */
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
  wait: (ms: number) => Promise<void>;
}

const longestWaitMs = 60_000;
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST']);

/** Sends a request until it is answered with something final. A PATCH is sent once: repeating it may undo another's. */
export async function fetchWithRetries(
  request: Request,
  options: Partial<RetryOptions> = {},
): Promise<Response> {
  const { retries = 4, timeoutMs = 60_000, fetch = globalThis.fetch, wait = pause } = options;
  const prepared = withIdempotencyKey(request);
  for (let attempt = 0; ; attempt++) {
    const last = attempt >= retries || !repeatable.has(prepared.method);
    try {
      const response = await fetch(prepared.clone(), {
        signal: AbortSignal.any([prepared.signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (last || !(response.status === 429 || response.status >= 500)) return response;
      await response.body?.cancel();
      await wait(delayMs(attempt, response.headers.get('Retry-After')));
    } catch (error) {
      if (last || prepared.signal.aborted) throw error;
      await wait(delayMs(attempt, null));
    }
  }
}

function withIdempotencyKey(request: Request): Request {
  if (request.method !== 'POST' || request.headers.has('Idempotency-Key')) return request;
  const copy = new Request(request);
  copy.headers.set('Idempotency-Key', crypto.randomUUID());
  return copy;
}

/** What the server asks for, else twice as long each time with some chance, so that clients do not march in step. */
function delayMs(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter) * 1000;
  if (retryAfter !== null && asked > 0) return Math.min(asked, longestWaitMs);
  return Math.min(250 * 2 ** attempt, 8_000) * (0.5 + Math.random() / 2);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
