import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, invalid, notFound } from '../foundation/errors.ts';
import { errorEnvelope } from './failure.ts';
import { newRequestId } from './request-id.ts';
import { statusOf } from './status.ts';

/** How long a client that was refused may go on sending: cut off at once, it would lose the answer. */
const lingerMs = 2_000;

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
  bytesParsed?: number;
}

/** What can be known of a request whose method nobody knows. */
export interface StrangeRequest {
  url: string;
  headers: IncomingHttpHeaders;
}

/** The answer of the gates to a request that has no route. */
export type AskGates = (
  request: StrangeRequest,
) => Promise<{ statusCode: number; headers: Record<string, unknown>; payload: string }>;

/** What Node's parser refuses, or would answer by itself, still gets the envelope, then the door. */
export function createRefusals(askGates: AskGates) {
  const refused = new WeakSet<Duplex>();

  const answerStrange = async (request: StrangeRequest, socket: Duplex) => {
    const answer = await askGates(request).catch(() => undefined);
    if (!answer || !socket.writable) return refuse(socket, notFound('Route'));
    hangUp(socket, answer.statusCode, answer.headers, answer.payload);
  };

  return {
    onParserError(error: ParserError, socket: Duplex): void {
      // Refused already; this is the rest of what it sends.
      if (refused.has(socket)) return;
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      refused.add(socket);
      const strange = error.code === 'HPE_INVALID_METHOD' ? readStrange(error) : undefined;
      if (strange) return void answerStrange(strange, socket);
      const message =
        error.code === 'HPE_HEADER_OVERFLOW'
          ? 'The headers are too large.'
          : 'This is not a valid HTTP request.';
      refuse(socket, invalid([{ field: 'headers', message }]));
    },

    mount(server: Server): void {
      // An expectation that we do not know is not worth a refusal: the request is taken as it is.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
      server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Duplex) => {
        socket.on('error', () => socket.destroy());
        if (url.startsWith('/')) void answerStrange({ url, headers: withoutBody(headers) }, socket);
        else refuse(socket, notFound('Route'));
      });
    },
  };
}

/**
 * A request that is HTTP but for a method that the parser does not know. It refuses before it has read on, so the rest
 * is read here, as far as it came: enough to send it past the gates like any path without a route.
 */
function readStrange({ rawPacket, bytesParsed = 0 }: ParserError): StrangeRequest | undefined {
  if (!rawPacket) return undefined;
  const begin = rawPacket.lastIndexOf('\n', Math.max(bytesParsed - 1, 0)) + 1;
  const [line = '', ...rest] = rawPacket.subarray(begin).toString('latin1').split(/\r?\n/);
  const url = /^[\w!#$%&'*+.^`|~-]+ (\/[\x21-\x7e]*) HTTP\/1\.[01]$/.exec(line)?.[1];
  if (!url) return undefined;
  const headers: IncomingHttpHeaders = {};
  for (const header of rest.slice(0, rest.indexOf(''))) {
    const colon = header.indexOf(':');
    if (colon > 0) headers[header.slice(0, colon).toLowerCase()] ??= header.slice(colon + 1).trim();
  }
  return { url, headers: withoutBody(headers) };
}

/** Nobody would read it: it is not handed on. */
function withoutBody({
  'content-length': _length,
  'transfer-encoding': _encoding,
  expect: _expect,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

function refuse(socket: Duplex, error: AppError): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': newRequestId() };
  hangUp(socket, statusOf[error.code], headers, JSON.stringify(errorEnvelope(error)));
}

function hangUp(socket: Duplex, status: number, headers: Record<string, unknown>, body: string): void {
  const own = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const head = Object.entries(own).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
}
