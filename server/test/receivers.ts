import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import {
  createOutbound,
  loopbackCidrs,
  type Outbound,
  type OutboundOptions,
} from '../src/platform/outbound/index.ts';

/** Local receivers with good and bad behaviour, and the guarded client. Everything is closed after each test. */

// Only a request that never ends reaches this deadline, even on a slow machine.
export const longDeadlineMs = 20_000;
export const shortDeadlineMs = 400;
/** For requests that never end but must receive part of a response, even on a slow machine. */
export const mediumDeadlineMs = 3_000;

export const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export function outbound(options: Partial<OutboundOptions> = {}): Outbound {
  const client = createOutbound({ allow: loopbackCidrs, allowHttp: true, ...options });
  cleanups.push(() => client.close());
  return client;
}

export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A TCP server. `behave` runs when the first bytes of the request arrive. */
export async function startRawServer(behave: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => socket.once('data', () => behave(socket)));
  return `http://127.0.0.1:${await listen(server)}/hook`;
}

export async function startReceiver(status: number, headers: Record<string, string> = {}, body = 'ok') {
  const seen: Array<{
    method?: string;
    url?: string;
    headers: NodeJS.Dict<string | string[]>;
    body: string;
  }> = [];
  const connections = { opened: 0 };
  const server = createHttpServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    seen.push({ method: request.method, url: request.url, headers: request.headers, body: text });
    response.writeHead(status, headers).end(body);
  });
  server.on('connection', () => connections.opened++);
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/hook`, port, seen, connections };
}

export const post = (client: Outbound, url: string, deadlineMs = longDeadlineMs) =>
  client.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"a":1}'),
    deadlineMs,
    maxResponseBytes: 16 * 1024,
  });

export const repeat = (socket: Socket, everyMs: number, text: string) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
};
