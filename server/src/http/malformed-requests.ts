import type { IncomingHttpHeaders, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { invalidField } from '../foundation/errors.ts';
import { errorEnvelope } from './failure.ts';
import { newRequestId } from './request-id.ts';
import { statusOf } from './status.ts';

/** How long the socket stays open after the response. If it were closed at once, a client that is still sending could lose it. */
const lingerMs = 2_000;

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** The request line and headers of a request whose method Node's parser does not know. */
const unknownMethod = /^[\w!#$%&'*+.^`|~-]+ (\/[\x21-\x7e]*) HTTP\/1\.[01]\r?\n([\s\S]*?)\r?\n\r?\n/;

/** Responds with the error envelope to requests that Node's parser rejects or would respond to itself. */
export function createMalformedRequests(inject: FastifyInstance['inject']) {
  const responded = new WeakSet<Duplex>();

  /** No route has this method, so the gates respond with 401 or 429, and a request that passes them gets 404. */
  async function respondUnrouted(socket: Duplex, url: string, received: IncomingHttpHeaders) {
    const { 'content-length': _1, 'transfer-encoding': _2, expect: _3, ...headers } = received;
    const response = await inject({ method: 'PROPFIND', url, headers });
    respond(socket, response.statusCode, response.headers, response.payload);
  }

  function onClientError(error: Error, socket: Duplex): void {
    if (responded.has(socket)) return;
    const { rawPacket = Buffer.alloc(0), bytesParsed = 0, code }: ParserError = error;
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    responded.add(socket);
    const start = rawPacket.lastIndexOf('\n', Math.max(bytesParsed - 1, 0)) + 1;
    const request = unknownMethod.exec(rawPacket.subarray(start).toString('latin1'));
    if (code === 'HPE_INVALID_METHOD' && request)
      return void respondUnrouted(socket, request[1] as string, parseHeaders(request[2] as string));
    const tooLarge = code === 'HPE_HEADER_OVERFLOW';
    const failure = invalidField(
      'headers',
      tooLarge ? 'The headers are too large.' : 'This is not a valid HTTP request.',
    );
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': newRequestId() };
    respond(socket, statusOf[failure.code], headers, JSON.stringify(errorEnvelope(failure)));
  }

  function mount(server: Server): void {
    // An unknown expectation is ignored; Node would respond with 417 without the envelope.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connect', ({ url = '', headers }, socket) => {
      socket.on('error', () => socket.destroy());
      void respondUnrouted(socket, url.startsWith('/') ? url : '/', headers);
    });
  }

  return { onClientError, mount };
}

const parseHeaders = (text: string): IncomingHttpHeaders =>
  Object.fromEntries(
    text
      .split(/\r?\n/)
      .map((line) => [line, line.indexOf(':')] as const)
      .filter(([, colon]) => colon > 0)
      .map(([line, colon]) => [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]),
  );

function respond(socket: Duplex, status: number, headers: Record<string, unknown>, body: string): void {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('')}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
