import { Agent } from 'undici';
import type { Cidr } from '../../foundation/cidr.ts';
import { guardedConnector } from './connector.ts';
import { type Download, type DownloadRequest, download } from './download.ts';
import { createSystemLookup, type Lookup } from './resolver.ts';
import { type OutboundRequest, type Outcome, send } from './send.ts';
import { type UrlDecision, vetUrl } from './url-rules.ts';

export { type Cidr, cidr, loopbackCidrs } from '../../foundation/cidr.ts';
export type { Download, DownloadRequest } from './download.ts';
export { type DownloadError, DownloadFailure } from './download-failure.ts';
export type { OutboundError } from './failure.ts';
export type { Lookup } from './resolver.ts';
export type { OutboundRequest, Outcome } from './send.ts';
export type { UrlDecision } from './url-rules.ts';

export interface OutboundOptions {
  allow: readonly Cidr[];
  allowHttp: boolean;
  lookup?: Lookup;
  /** Certificates trusted in addition to those of the system. */
  ca?: string[];
  /** Limits how long a connection may take to open, even after its request timed out. */
  connectTimeoutMs?: number;
}

/** The only client that connects to addresses supplied by users (spec §9.1). */
export interface Outbound {
  /** Checks a URL that a user submits. Returns the reason if it is refused. */
  vetUrl(url: string): Promise<UrlDecision>;
  send(request: OutboundRequest): Promise<Outcome>;
  download(request: DownloadRequest): Promise<Download>;
  /** Aborts downloads, waits for requests in flight (until their deadline at the latest) and closes all connections. */
  close(): Promise<void>;
}

export function createOutbound(options: OutboundOptions): Outbound {
  const policy = { allow: options.allow, allowHttp: options.allowHttp };
  const lookup = options.lookup ?? createSystemLookup();
  const timeoutMs = options.connectTimeoutMs ?? 10_000;
  const agent = new Agent({
    connect: guardedConnector({ policy, lookup, timeoutMs, ...(options.ca ? { ca: options.ca } : {}) }),
    allowH2: false,
    // One request at a time per connection. With more, undici would resend requests after a lost connection.
    pipelining: 1,
    // A connection is reused for the next delivery, but not up to the receiver's own idle limit: the receiver could close it
    // during a write, and the attempt would fail, because nothing is sent twice (spec §8.8). The shortest common limits
    // are 2 s (gunicorn) and 5 s (node, Apache, uvicorn). If a receiver sends `Keep-Alive: timeout=`, that value less one
    // second applies, up to 10 s.
    keepAliveTimeout: 1_000,
    keepAliveTimeoutThreshold: 1_000,
    keepAliveMaxTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
  });
  const closing = new AbortController();
  const sending = new Set<Promise<unknown>>();

  return {
    vetUrl: (url) => vetUrl(url, policy, lookup),

    async send(request) {
      closing.signal.throwIfAborted();
      const outcome = send(agent, policy, request);
      sending.add(outcome);
      try {
        return await outcome;
      } finally {
        sending.delete(outcome);
      }
    },

    async download(request) {
      closing.signal.throwIfAborted();
      const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal;
      return download(agent, policy, { ...request, signal });
    },

    async close() {
      closing.abort(new Error('The outbound client is closed.'));
      await Promise.allSettled(sending);
      await agent.destroy();
    },
  };
}
