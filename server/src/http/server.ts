import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { AppError, invalid, notFound } from '../foundation/errors.ts';
import { bodyBytesMax } from '../foundation/limits.ts';
import type { Log } from '../platform/log/log.ts';
import { errorEnvelope, sendFailure } from './failure.ts';

/** The bare server: request ids, logs, security headers, JSON in, the envelope for whatever goes wrong. */
export function createHttpServer(log: Log, options: { trustProxy: boolean }): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    genReqId: () => `req_${randomBytes(12).toString('base64url')}`,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize: 32 * 1024, headersTimeout: 30_000 },
    clientErrorHandler: refuseBrokenHttp,
    // A path that can't be decoded passes the same gates as any other unknown path.
    rewriteUrl: (request) =>
      isDecodable(request.url ?? '/') ? (request.url as string) : asUnknownPath(request.url ?? '/'),
  }) as unknown as FastifyInstance;

  readJsonBodies(app);
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler(async () => {
    throw notFound('Route');
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'X-Request-Id': request.id,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    });
  });
  app.addHook('preParsing', async (request) => {
    // Nobody would read the body: whatever it is, the fault is the path.
    if (request.is404) throw notFound('Route');
  });
  app.addHook('onResponse', async (request, reply) => {
    // The path without its query, and no header: nothing that could hold a key.
    request.log.debug(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes as Buffer);
      done(null, withoutPrototypes(JSON.parse(text)));
    } catch {
      done(invalid([{ field: 'body', message: 'The body is not valid JSON in UTF-8.' }]));
    }
  });
}

/** JSON.parse makes `__proto__` an own field; as an unknown field it would pass silently through spreads. */
function withoutPrototypes(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')) {
    throw new SyntaxError('__proto__ is not a field');
  }
  return value;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] as string);
    return true;
  } catch {
    return false;
  }
}

const asUnknownPath = (url: string) => url.split('?')[0]?.replaceAll('%', '%25') as string;

/** What is not HTTP at all still gets the envelope, then the door. */
function refuseBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const message =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large.' : 'This is not a valid HTTP request.';
  const body = JSON.stringify(
    errorEnvelope(
      new AppError('validation_failed', 'Request validation failed', [{ field: 'headers', message }]),
    ),
  );
  socket.end(
    `HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
