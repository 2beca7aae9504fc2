import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** Names and values as they were sent, in their original case. */
  rawHeaders: string[];
  body: Buffer;
  at: number;
}

export type Reply =
  | number
  | ((request: IncomingMessage, response: ServerResponse, received: ReceivedRequest) => void);

export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Sets the reply to the following requests. The first reply is status 200. */
  answer(reply: Reply): void;
  close(): Promise<void>;
}

/** A webhook receiver in this process that stores every request. */
export async function startReceiver(reply: Reply = 200): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let current = reply;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '/', headers, rawHeaders } = request;
      const one: ReceivedRequest = { path, headers, rawHeaders, body: Buffer.concat(chunks), at: Date.now() };
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
