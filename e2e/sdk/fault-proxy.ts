import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault that the proxy applies to one request. */
export type Fault =
  | { respond: number; retryAfter: string }
  /** The server handles the request, but its response is lost. */
  | { dropResponse: true }
  /** The connection ends after this many bytes of the request body reached the server. */
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
  upstream.on('error', () => outgoing.destroy());
  upstream.on('response', (response) => {
    if (fault && 'dropResponse' in fault) {
      response.resume().on('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  if (!(fault && 'cutAfterBytes' in fault)) {
    incoming.pipe(upstream);
    return;
  }
  let left = fault.cutAfterBytes;
  incoming.on('data', (chunk: Buffer) => {
    if (left <= 0) return;
    upstream.write(chunk.subarray(0, left), () => {
      if (left > 0) return;
      upstream.destroy();
      incoming.destroy();
    });
    left -= chunk.length;
  });
}
