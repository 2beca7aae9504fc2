import { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { type DownloadError, DownloadFailure } from './download-failure.ts';
import { OutboundFailure, wordFor } from './failure.ts';
import { checkUrl, type OutboundPolicy } from './url-rules.ts';
import { watchSpeed } from './watch-speed.ts';

export interface DownloadRequest {
  url: string;
  /** Over everything, the last byte included. */
  deadlineMs: number;
  /** How long the other side may say nothing. A slow consumer of the stream does not count. */
  idleMs: number;
  /** Ends a download that stays below this speed for `speedWindowMs`. A slow consumer does not count. */
  minBytesPerSecond?: number;
  speedWindowMs?: number;
  maxBytes: number;
  signal?: AbortSignal;
}

export type Download =
  | {
      kind: 'stream';
      /** Fails with a DownloadFailure. Must be read or destroyed: it holds a connection. */
      body: Readable;
      /** Where the file was found in the end. */
      url: string;
      contentType: string | null;
      contentDisposition: string | null;
      sizeBytes: number | null;
    }
  | { kind: 'error'; error: DownloadError; status: number | null };

const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Fetches a file as a stream in bounded memory. Every hop of a redirect passes the same guard as the first. */
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
      const answer = await agent.request({
        origin: checked.url.origin,
        path: checked.url.pathname + checked.url.search,
        method: 'GET',
        headers: { 'accept-encoding': 'identity', 'user-agent': 'Parley/1.0', accept: '*/*' },
        headersTimeout: request.idleMs,
        bodyTimeout: request.idleMs,
        signal,
      });
      const { statusCode: status, body } = answer;
      if (status === 200) return opened(answer, checked.url, request);
      // What is not the file is not read: its connection is closed.
      body.on('error', () => undefined).destroy();
      const location = answer.headers.location;
      if (!redirectStatuses.has(status) || typeof location !== 'string') return failed('http_status', status);
      const next = URL.parse(location, checked.url.href);
      if (!next) return failed('redirect', status);
      url = next.href;
    }
    return failed('redirect');
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    return failed(downloadWord(error));
  }
}

type Answer = Awaited<ReturnType<Agent['request']>>;

function opened({ headers, body }: Answer, url: URL, request: DownloadRequest): Download {
  const length = headers['content-length'];
  const sizeBytes = typeof length === 'string' && /^\d+$/.test(length) ? Number(length) : null;
  if (sizeBytes !== null && sizeBytes > request.maxBytes) {
    body.on('error', () => undefined).destroy();
    return failed('too_large', 200);
  }
  const file = Readable.from(limited(body, request), { objectMode: false });
  // Neither stream is read yet, and either may fail before that; a reader still gets the error.
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
    throw error instanceof DownloadFailure ? error : new DownloadFailure(downloadWord(error), error);
  } finally {
    speed.end();
    body.destroy();
  }
}

function downloadWord(error: unknown): DownloadError {
  if (error instanceof DownloadFailure) return error.word;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return error instanceof OutboundFailure ? error.word : wordFor(error);
}

function failed(error: DownloadError, status: number | null = null): Download {
  return { kind: 'error', error, status };
}

function single(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
