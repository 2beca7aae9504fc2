import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@parley/testing';

/** A fault that the proxy applies to one request. */
export type Fault =
  | { respond: number; retryAfter: string }
  /** The server handles the request, but its response is lost. */
  | { dropResponse: true }
  /** For a PATCH of an upload: the connection ends when the server has stored the first bytes, at most so many. */
  | { cutAfterBytes: number };

export interface SeenRequest {
  atMs: number;
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  /** Position in the file at which a PATCH of an upload begins. */
  uploadOffset: number;
}

export interface FaultProxy {
  url: string;
  seen: SeenRequest[];
  pointAt(targetUrl: string): void;
  /** Serves a page from the address of the proxy: the page and the API then have one origin. */
  serve(path: string, contentType: string, content: string): void;
  /** The next requests with this method and path get these faults, one each. `undefined` passes the request on. */
  plan(method: string, path: RegExp, faults: (Fault | undefined)[]): void;
  /** Faults that have not affected a request yet. */
  pendingFaults(): number;
  close(): Promise<void>;
}

export async function startFaultProxy(): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  const pages = new Map<string, { contentType: string; content: string }>();
  const plans: { method: string; path: RegExp; faults: (Fault | undefined)[] }[] = [];
  let target = '';

  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming;
    const page = pages.get(path);
    if (page) return outgoing.setHeader('content-type', page.contentType).end(page.content);
    seen.push({
      atMs: performance.now(),
      method,
      path,
      idempotencyKey: incoming.headers['idempotency-key'] as string | undefined,
      uploadOffset: Number(incoming.headers['upload-offset'] ?? 0),
    });
    const plan = plans.find(
      (entry) => entry.method === method && entry.path.test(path) && entry.faults.length,
    );
    forward(target, incoming, outgoing, plan?.faults.shift());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    pointAt: (targetUrl) => {
      target = targetUrl;
    },
    serve: (path, contentType, content) => void pages.set(path, { contentType, content }),
    plan: (method, path, faults) => void plans.push({ method, path, faults }),
    pendingFaults: () => plans.reduce((sum, { faults }) => sum + faults.length, 0),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault?: Fault): void {
  if (fault && 'respond' in fault) {
    incoming.resume();
    outgoing.writeHead(fault.respond, {
      'retry-after': fault.retryAfter,
      'content-type': 'application/json',
    });
    outgoing.end('{"error":{"code":"internal","message":"Injected.","details":[]}}');
    return;
  }
  const upstream = request(target + incoming.url, { method: incoming.method, headers: incoming.headers });
  upstream.on('response', (response) => {
    if (fault && 'dropResponse' in fault) {
      response.resume().on('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  if (fault && 'cutAfterBytes' in fault) {
    upstream.on('error', () => {});
    sendBeginning(incoming, upstream, fault.cutAfterBytes)
      .then(() => untilStored(target, incoming))
      .finally(() => outgoing.destroy());
    return;
  }
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
}

/** Sends so many bytes of the body and ends the connection to the server. */
async function sendBeginning(incoming: IncomingMessage, upstream: ClientRequest, byteCount: number) {
  let left = byteCount;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    await new Promise((resolve) => upstream.write(chunk.subarray(0, left), resolve));
    left -= chunk.length;
    if (left <= 0) break;
  }
  upstream.destroy();
}

/**
 * Waits until the server has stored bytes of a cut PATCH. Chromium sends the request again by itself when its connection is cut:
 * before that moment, the server would accept it, and the client would not notice the cut.
 */
async function untilStored(target: string, { url, headers }: IncomingMessage): Promise<void> {
  await until(async () => {
    const response = await fetch(target + url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } });
    return Number(response.headers.get('upload-offset')) > Number(headers['upload-offset']);
  }, 'the bytes of the cut request to be stored');
}
