import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, invalid, notFound } from '../foundation/errors.ts';
import { errorEnvelope } from './failure.ts';
import { newRequestId } from './request-id.ts';
import { statusOf } from './status.ts';

/** How long a client that was refused may go on sending: cut off at once, it would lose the answer. */
const lingerMs = 2_000;

/** What is not HTTP at all still gets the envelope, then the door. */
export function refuseBrokenHttp(error: Error & { code?: string }, socket: Duplex): void {
  // Refused already; this is the rest of what it sends.
  if (socket.writableEnded) return;
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const message =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large.' : 'This is not a valid HTTP request.';
  hangUp(socket, invalid([{ field: 'headers', message }]));
}

/** Two things that Node would answer by itself, without the envelope. */
export function answerOddRequests(server: Server): void {
  // An expectation that we do not know is not worth a refusal: the request is taken as it is.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    hangUp(socket, notFound('Route'));
  });
}

function hangUp(socket: Duplex, error: AppError): void {
  const body = JSON.stringify(errorEnvelope(error));
  const status = statusOf[error.code];
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newRequestId()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(timer));
}
