import type { Agent, Dispatcher } from 'undici';
import { type OutboundError, OutboundFailure, wordFor } from './failure.ts';
import { checkUrl, type OutboundPolicy } from './url-rules.ts';

export interface OutboundRequest {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** One deadline over DNS, connect, TLS, request, response headers and what is read of the body. */
  deadlineMs: number;
  /** At most this much of the body is read; if there is more, the connection is closed. */
  maxResponseBytes: number;
  /** Aborting rejects: an attempt that we broke off says nothing about the receiver. */
  signal?: AbortSignal;
}

export type Outcome =
  | { kind: 'response'; status: number; headers: ResponseHeaders; body: Buffer; durationMs: number }
  | { kind: 'error'; error: OutboundError; durationMs: number };

/** The few headers that anyone acts on. */
type ResponseHeaders = { 'retry-after'?: string; 'content-type'?: string };

/**
 * Sends one request, once. The status decides: when it came in time, a body that drips, breaks off or never ends changes
 * nothing. Redirects are answers like any other, and nothing is ever decompressed.
 */
export function send(agent: Agent, policy: OutboundPolicy, request: OutboundRequest): Promise<Outcome> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  const failed = (error: OutboundError): Outcome => ({ kind: 'error', error, durationMs: durationMs() });
  const checked = checkUrl(request.url, policy);
  if (!checked.ok) return Promise.resolve(failed('blocked_address'));
  const { url } = checked;

  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answer: { status: number; headers: ResponseHeaders } | undefined;
    const chunks: Buffer[] = [];
    let received = 0;
    let settled = false;

    const deadline = setTimeout(() => finish('timeout', stop), request.deadlineMs);
    const onAbort = () => settle(() => reject(request.signal?.reason), stop);

    function settle(deliver: () => void, afterwards?: () => void): void {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      request.signal?.removeEventListener('abort', onAbort);
      deliver();
      afterwards?.();
    }
    function finish(word: OutboundError, afterwards?: () => void): void {
      const body = Buffer.concat(chunks);
      const outcome: Outcome = answer
        ? { kind: 'response', ...answer, body, durationMs: durationMs() }
        : failed(word);
      settle(() => resolve(outcome), afterwards);
    }
    /** Closes the connection. Before the request has got one, `onRequestStart` sees to it that it is never written. */
    function stop(): void {
      controller?.abort(new OutboundFailure('timeout'));
    }

    if (request.signal?.aborted) {
      onAbort();
      return;
    }
    request.signal?.addEventListener('abort', onAbort, { once: true });

    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { ...request.headers, 'accept-encoding': 'identity' },
        body: request.body ?? null,
        idempotent: false,
        // undici's own time-outs do not bound the total, and ours does.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (settled) stop();
        },
        onResponseStart(_, status, headers) {
          if (status >= 200) answer = { status, headers: pick(headers) };
        },
        onResponseData(_, chunk) {
          const room = request.maxResponseBytes - received;
          received += chunk.length;
          // A copy: a view would keep the whole read buffer of the socket alive.
          if (room > 0) chunks.push(Buffer.from(chunk.subarray(0, room)));
          if (received > request.maxResponseBytes) finish('connection', stop);
        },
        onResponseEnd: () => finish('connection'),
        onResponseError: (_, error) => finish(wordFor(error)),
      },
    );
  });
}

function pick(headers: Record<string, string | string[] | undefined>): ResponseHeaders {
  const picked: ResponseHeaders = {};
  for (const name of ['retry-after', 'content-type'] as const) {
    const value = headers[name];
    if (value !== undefined) picked[name] = Array.isArray(value) ? value[0] : value;
  }
  return picked;
}
