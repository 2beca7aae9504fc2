import { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { type DownloadError, DownloadFailure } from './download-failure.ts';
import { errorCodeOf, OutboundFailure } from './failure.ts';
import { checkUrl, type OutboundPolicy } from './url-rules.ts';
import { watchSpeed } from './watch-speed.ts';

export interface DownloadRequest {
  url: string;
  /** Limits the whole download, up to the last byte. */
  deadlineMs: number;
  /** How long the server may send nothing. The time that the consumer of the stream takes does not count. */
  idleMs: number;
  /** Ends a download that is slower than this for `speedWindowMs`. The time that the consumer takes does not count. */
  minBytesPerSecond?: number;
  speedWindowMs?: number;
  maxBytes: number;
  signal?: AbortSignal;
}

export type Download =
  | {
      kind: 'stream';
      /** Fails with a DownloadFailure. The caller must read or destroy it, because it occupies a connection. */
      body: Readable;
      /** The URL after redirects. */
      url: string;
      contentType: string | null;
      contentDisposition: string | null;
      sizeBytes: number | null;
    }
  | { kind: 'error'; error: DownloadError; status: number | null };

const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Fetches a file as a stream in bounded memory. The URL of each redirect is checked like the first one. */
export async function download(
  agent: Agent,
  policy: OutboundPolicy,
  request: DownloadRequest,
): Promise<Download> {
  const signals = [AbortSignal.timeout(request.deadlineMs)];
  if (request.signal) signals.push(request.signal);
  const signal = AbortSignal.any(signals);
  let url = request.url;
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const checked = checkUrl(url, policy);
      if (!checked.ok) return failed('blocked_address');
      const response = await agent.request({
        origin: checked.url.origin,
        path: checked.url.pathname + checked.url.search,
        method: 'GET',
        headers: { 'accept-encoding': 'identity', 'user-agent': 'Parley/1.0', accept: '*/*' },
        headersTimeout: request.idleMs,
        bodyTimeout: request.idleMs,
        signal,
      });
      const { statusCode: status, body } = response;
      if (status === 200) return opened(response, checked.url, request);
      // The body is not the file: close the connection instead of reading it.
      body.on('error', () => undefined).destroy();
      const location = response.headers.location;
      if (!redirectStatuses.has(status) || typeof location !== 'string') return failed('http_status', status);
      const next = URL.parse(location, checked.url.href);
      if (!next) return failed('redirect', status);
      url = next.href;
    }
    return failed('redirect');
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    return failed(downloadCode(error));
  }
}

type AgentResponse = Awaited<ReturnType<Agent['request']>>;

function opened({ headers, body }: AgentResponse, url: URL, request: DownloadRequest): Download {
  const length = headers['content-length'];
  const sizeBytes = typeof length === 'string' && /^\d+$/.test(length) ? Number(length) : null;
  if (sizeBytes !== null && sizeBytes > request.maxBytes) {
    body.on('error', () => undefined).destroy();
    return failed('too_large', 200);
  }
  const file = Readable.from(limited(body, request), { objectMode: false });
  // Either stream may fail before it is read. Without a listener, the process would end. A later reader gets the error.
  for (const stream of [body, file]) stream.on('error', () => undefined);
  return {
    kind: 'stream',
    body: file,
    url: url.href,
    contentType: single(headers['content-type']),
    contentDisposition: single(headers['content-disposition']),
    sizeBytes,
  };
}

async function* limited(body: Readable, request: DownloadRequest): AsyncGenerator<Buffer> {
  let received = 0;
  const speed = watchSpeed(body, request);
  try {
    speed.waiting();
    for await (const chunk of body as AsyncIterable<Buffer>) {
      speed.received(chunk.length);
      received += chunk.length;
      if (received > request.maxBytes) throw new DownloadFailure('too_large');
      yield chunk;
      speed.waiting();
    }
  } catch (error) {
    throw error instanceof DownloadFailure ? error : new DownloadFailure(downloadCode(error), error);
  } finally {
    speed.end();
    body.destroy();
  }
}

function downloadCode(error: unknown): DownloadError {
  if (error instanceof DownloadFailure) return error.code;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return error instanceof OutboundFailure ? error.code : errorCodeOf(error);
}

function failed(error: DownloadError, status: number | null = null): Download {
  return { kind: 'error', error, status };
}

function single(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
