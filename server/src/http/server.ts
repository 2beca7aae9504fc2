import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { invalidField, notFound } from '../foundation/errors.ts';
import { bodyBytesMax } from '../foundation/limits.ts';
import type { Log } from '../platform/log/log.ts';
import { closeConnectionsOnStop } from './close-connections.ts';
import { type ConnectionLimits, watchConnections } from './connections.ts';
import { isBodyPending } from './early-response.ts';
import { sendFailure } from './failure.ts';
import { parseJsonBody } from './json-body.ts';
import { createMalformedRequests } from './malformed-requests.ts';
import { newRequestId } from './request-id.ts';

const headerBytesMax = 32 * 1024;

export interface HttpServerOptions {
  trustProxy: boolean;
  limits?: ConnectionLimits;
  /** Sends a page at a path without a route; undefined if the response must be an error. */
  page?(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** The server without routes: request ids, logs, security headers, JSON bodies, and the envelope for all errors. */
export function createHttpServer(log: Log, options: HttpServerOptions): FastifyInstance {
  const malformed = createMalformedRequests(((request: never) =>
    app.inject(request)) as FastifyInstance['inject']);
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than a gate. Log lines contain the request id instead.
    childLoggerFactory: (logger) => logger,
    // Trusts one proxy. The client may have written the addresses before the one that this proxy added.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    genReqId: newRequestId,
    bodyLimit: bodyBytesMax,
    // Longer than any path can be, so that a long id gets the same 404 as any unknown id.
    routerOptions: { maxParamLength: headerBytesMax, ignoreTrailingSlash: true },
    // Requests that arrived before the shutdown get their response. Fastify's own 503 would not use the envelope.
    return503OnClosing: false,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    // With requireHostHeader, Node itself would respond to a request without a host, and without the envelope.
    http: { maxHeaderSize: headerBytesMax, headersTimeout: 30_000, requireHostHeader: false },
    clientErrorHandler: (error: Error, socket) => malformed.onClientError(error, socket),
    rewriteUrl: (request) => originForm(request.url ?? '/'),
  }) as unknown as FastifyInstance;
  malformed.mount(app.server);
  const connections = options.limits && watchConnections(app.server, options.limits, log);

  readJsonBodies(app);
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler(async (request, reply) => {
    const page = options.page?.(request, reply);
    if (!page) throw notFound('Route');
    return page;
  });
  app.addHook('onRequest', (request, reply, done) => {
    connections?.onRequest(request.raw);
    reply.headers({
      'X-Request-Id': request.id,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
    });
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // At an unknown path the body is not read, and the error is 404 whatever it contains. A GET may be for a page.
    const isUnknownPath = request.is404 && request.method !== 'GET' && request.method !== 'HEAD';
    done(isUnknownPath ? notFound('Route') : null, payload);
  });
  closeConnectionsOnStop(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    // Otherwise Node would read the rest of the body for as long as the client sends it.
    if (isBodyPending(request)) reply.header('Connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!log.isLevelEnabled('debug')) return;
    // Without query and headers, which may contain keys.
    log.debug(
      {
        event: 'http.request',
        request_id: request.id,
        method: request.method,
        path: pathForLog(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  return app;
}

/**
 * The pattern of the route if its path contains a secret token; otherwise the decoded path, so that the log's redaction
 * recognizes a token in any encoding.
 */
function pathForLog(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  const path = request.url.split('?')[0] as string;
  if (pattern?.includes(':token')) return pattern;
  return path.includes('%') ? decodeURIComponent(path) : path;
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    const encoding = request.headers['content-encoding'] || 'identity';
    if (encoding.trim().toLowerCase() !== 'identity')
      return done(invalidField('Content-Encoding', 'Send the body as it is, without an encoding.'));
    if (!isUtf8Charset(request.headers['content-type'] ?? ''))
      return done(invalidField('Content-Type', 'Send the body in UTF-8; other charsets are not supported.'));
    let body: unknown;
    try {
      body = parseJsonBody(bytes as Buffer);
    } catch (error) {
      return done(error as Error);
    }
    done(null, body);
  });
}

/** ASCII is a subset of UTF-8. */
const isUtf8Charset = (contentType: string): boolean => {
  const charset = /;\s*charset\s*=\s*"?([^;"\s]*)/i.exec(contentType)?.[1];
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset);
};

/**
 * The path and query of a request target, without the origin of the absolute form. A path that cannot be decoded is
 * escaped, so that it passes the same gates as any unknown path.
 */
function originForm(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target;
  const url = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const path = url.split('?')[0] as string;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25');
  }
}
