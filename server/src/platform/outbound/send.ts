import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { errorCodeOf, type OutboundError, OutboundFailure } from './failure.ts';
import { checkUrl, type OutboundPolicy } from './url-rules.ts';

export interface OutboundRequest {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Buffer | Readable;
  /** Limits the sum of DNS, connect, TLS, request, response headers and reading the body. */
  deadlineMs: number;
  /** At most this much of the body is read. If it is longer, the connection is closed. */
  maxResponseBytes: number;
  /** Aborting rejects the promise, because the result would say nothing about the receiver. */
  signal?: AbortSignal;
  /** Receives the body of a response with status 200 while it arrives. */
  onData?(chunk: Buffer, contentType: string | undefined): void;
}

export type Outcome =
  | { kind: 'response'; status: number; headers: ResponseHeaders; body: Buffer; durationMs: number }
  | { kind: 'error'; error: OutboundError; durationMs: number };

/** The headers that callers use. */
type ResponseHeaders = { 'retry-after'?: string; 'content-type'?: string };

/**
 * Sends one request once. After the status was received in time, a slow, truncated or endless body does not change the
 * outcome. Redirects are not followed and bodies are not decompressed.
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
    let response: { status: number; headers: ResponseHeaders } | undefined;
    const chunks: Buffer[] = [];
    let received = 0;
    let completed = false;

    const deadline = setTimeout(() => finish('timeout', stop), request.deadlineMs);
    const onAbort = () => complete(() => reject(request.signal?.reason), stop);

    function complete(deliver: () => void, afterwards?: () => void): void {
      if (completed) return;
      completed = true;
      clearTimeout(deadline);
      request.signal?.removeEventListener('abort', onAbort);
      deliver();
      afterwards?.();
    }
    function finish(error: OutboundError, afterwards?: () => void): void {
      const body = Buffer.concat(chunks);
      const outcome: Outcome = response
        ? { kind: 'response', ...response, body, durationMs: durationMs() }
        : failed(error);
      complete(() => resolve(outcome), afterwards);
    }
    /** Closes the connection. If the request has none yet, `onRequestStart` aborts it before it is written. */
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
        // The deadline above limits the total; undici's time-outs limit only single phases.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (completed) stop();
        },
        onResponseStart(_, status, headers) {
          if (status >= 200) response = { status, headers: pick(headers) };
        },
        onResponseData(_, chunk) {
          const remaining = request.maxResponseBytes - received;
          received += chunk.length;
          // A copy, because a view would retain the whole read buffer of the socket.
          if (remaining > 0) {
            const part = Buffer.from(chunk.subarray(0, remaining));
            chunks.push(part);
            if (!completed && response?.status === 200)
              request.onData?.(part, response.headers['content-type']);
          }
          if (received > request.maxResponseBytes) finish('connection', stop);
        },
        onResponseEnd: () => finish('connection'),
        onResponseError: (_, error) => finish(errorCodeOf(error)),
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
