import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { invalidField } from '../foundation/errors.ts';
import type { Log } from '../platform/log/log.ts';

export interface ConnectionLimits {
  /** The maximum number of open connections of one remote address; 0 for no limit. */
  perAddressMax: number;
  /** Time to receive a JSON body, plus one second for every 32 KiB that it announces. */
  bodyTimeoutMs: number;
  /** How often the speed of an upload is measured. */
  uploadWindowMs: number;
  uploadBytesPerSecondMin: number;
}

const checkEveryMs = 500;
const slowestJsonBytesPerMs = 32.768;
/** After a body was refused as too slow, its connection is closed at the latest after this. */
const closeAfterMs = 10_000;
const warnEveryMs = 60_000;

interface Connection {
  /** The newest request, while its body is incomplete. */
  request?: IncomingMessage;
  startedAtMs: number;
  windowStartedAtMs: number;
  /** What the socket had read when the window started. */
  windowStartBytes: number;
  refusedAtMs?: number;
}

/**
 * Bounds what a client can occupy without a key: the number of its connections, and the time that a request body takes.
 * Only the newest request of a connection can have an incomplete body, so one entry for each connection is enough.
 */
export function watchConnections(server: Server, limits: ConnectionLimits, log: Log) {
  const connections = new Map<Socket, Connection>();
  const perAddress = new Map<string, number>();
  let warnedAtMs = Number.NEGATIVE_INFINITY;

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (perAddress.get(address) ?? 0) + 1;
    if (limits.perAddressMax > 0 && count > limits.perAddressMax) {
      socket.destroy();
      if (performance.now() - warnedAtMs < warnEveryMs) return;
      warnedAtMs = performance.now();
      log.warn(
        { event: 'http.connection_limit_reached', address, limit: limits.perAddressMax },
        'a connection was closed because its address has too many',
      );
      return;
    }
    perAddress.set(address, count);
    connections.set(socket, { startedAtMs: 0, windowStartedAtMs: 0, windowStartBytes: 0 });
    socket.once('close', () => {
      connections.delete(socket);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  });

  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, connection] of connections) check(socket, connection, nowMs, limits);
  }, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));

  return {
    /** A request whose body may still arrive. */
    onRequest(request: IncomingMessage): void {
      const connection = connections.get(request.socket);
      if (!connection) return;
      const { headers } = request;
      connection.request = undefined;
      if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
      const nowMs = performance.now();
      connection.request = request;
      connection.startedAtMs = connection.windowStartedAtMs = nowMs;
      connection.windowStartBytes = request.socket.bytesRead;
      connection.refusedAtMs = undefined;
    },
  };
}

function check(socket: Socket, connection: Connection, nowMs: number, limits: ConnectionLimits): void {
  const { request } = connection;
  if (!request) return;
  if (request.complete) {
    connection.request = undefined;
  } else if (connection.refusedAtMs !== undefined) {
    if (nowMs - connection.refusedAtMs > closeAfterMs) socket.destroy();
  } else if (
    isJson(request) ? isLate(request, connection, nowMs, limits) : isSlow(socket, connection, nowMs, limits)
  ) {
    connection.refusedAtMs = nowMs;
    // The code that reads the body responds with this error.
    if (request.listenerCount('error') > 0) request.emit('error', tooSlow());
    else socket.destroy();
  }
}

const isJson = ({ headers }: IncomingMessage) =>
  /^application\/json\b/i.test(headers['content-type'] ?? 'application/json');

function isLate(
  { headers }: IncomingMessage,
  { startedAtMs }: Connection,
  nowMs: number,
  limits: ConnectionLimits,
) {
  const announced = Number(headers['content-length'] ?? 0) || 0;
  return nowMs - startedAtMs > limits.bodyTimeoutMs + announced / slowestJsonBytesPerMs;
}

/** An upload may take hours; it is ended only if it is slower than the minimum speed. */
function isSlow(socket: Socket, connection: Connection, nowMs: number, limits: ConnectionLimits): boolean {
  const elapsedMs = nowMs - connection.windowStartedAtMs;
  if (elapsedMs < limits.uploadWindowMs) return false;
  const received = socket.bytesRead - connection.windowStartBytes;
  connection.windowStartedAtMs = nowMs;
  connection.windowStartBytes = socket.bytesRead;
  // Buffered bytes mean that the storage is slow, not the client.
  if ((connection.request?.readableLength ?? 0) > 0) return false;
  return received < (limits.uploadBytesPerSecondMin * elapsedMs) / 1000;
}

const tooSlow = () =>
  invalidField('body', 'The body arrived too slowly. Send it again over a faster connection.');
