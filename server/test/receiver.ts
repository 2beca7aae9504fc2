import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** As they came over the wire, names in their own case. */
  rawHeaders: string[];
  body: Buffer;
  at: number;
}

export type Reply =
  | number
  | ((request: IncomingMessage, response: ServerResponse, received: Received) => void);

export interface Receiver {
  url: string;
  received: Received[];
  /** Answers from now on with this; 200 until told otherwise. */
  answer(reply: Reply): void;
  close(): Promise<void>;
}

/** A subscriber's server: a real socket that keeps everything it was sent. */
export async function startReceiver(reply: Reply = 200): Promise<Receiver> {
  const received: Received[] = [];
  let current = reply;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '/', headers, rawHeaders } = request;
      const one: Received = { path, headers, rawHeaders, body: Buffer.concat(chunks), at: Date.now() };
      received.push(one);
      if (typeof current === 'number') response.writeHead(current).end();
      else current(request, response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(next) {
      current = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
