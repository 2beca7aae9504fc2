import type { FastifyInstance, FastifyRequest, preHandlerHookHandler, RouteOptions } from 'fastify';
import { notFound } from '../foundation/errors.ts';
import { isRevokedLink, keyOwnerOf, type Participant, type Researcher } from '../foundation/principal.ts';
import { EventStream, sendEventStream } from './event-stream.ts';
import { checkIdempotencyKey } from './gates/idempotency.ts';
import { runIfMatching } from './gates/if-match.ts';
import { createIdGate } from './gates/path-ids.ts';
import { replayOrFail } from './gates/replay-or-fail.ts';
import { createValidator, isRaw } from './gates/validation.ts';
import type { ApiMount, MountedApi } from './mounted-api.ts';
import { requestPath } from './request-path.ts';
import { json, type RoutedExchange, sendBody, sendStored, sendTagged } from './respond.ts';
import type { Route } from './route.ts';
import { runHandler } from './run-handler.ts';

/*
 * The order in which a request to a mount is checked, from top to bottom of this file. The first check that fails decides
 * the response. The numbers are those of spec §1.5, and app/gate-order.test.ts sends requests that fail several checks.
 */

/**
 * The checks of the account. They need only the headers, so the server does not read the body of a request that they refuse.
 * They also apply to a path without a route, so that only an admitted account learns which paths exist.
 */
export function addAccountGates<P extends Researcher | Participant>(
  scope: FastifyInstance,
  mount: ApiMount<P>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    // 1. 401: no valid key, session or link.
    const principal = await mount.authenticate(request, reply);
    request.principal = principal;
    // Counts the request before gates two and three, because the responses of these gates have the rate headers, too.
    const passRateLimit = await mount.rateLimit(principal, reply);
    // 2. 403: the account is of a kind that the mount does not admit. 3. 402: the plan does not include the API.
    mount.admit(principal);
    // 4. 429: too many requests.
    passRateLimit();
  });
  // 404 for a path without a route. The server does not read the body of such a request (server.ts).
  scope.setNotFoundHandler(async () => {
    throw notFound('Route');
  });
}

/**
 * The checks of one route, for Fastify: it reads the body, calls the functions in `preHandler` one after the other, and then
 * the handler. The list is created once for each route, not for each request.
 */
export function gatesOfRoute(
  route: Route,
  api: MountedApi,
): Pick<RouteOptions, 'bodyLimit' | 'preHandler' | 'handler'> {
  // 5. 422: the body is too large or not JSON (server.ts).
  const bodyLimit = route.bodyBytesMax ?? api.bodyBytesMax;
  const gates: preHandlerHookHandler[] = [];
  // 5. 422: faults of the query, of parameters in the path and of the body, all in one response.
  gates.push(createValidator(route));
  // 5. 422: a fault of the Idempotency-Key.
  if (route.method === 'POST') gates.push(readIdempotencyKey);
  // 6. and 7. 404 or 403: a filter names a record that the caller cannot see.
  const checkReferences = api.references(route);
  if (checkReferences)
    gates.push(async (request) => {
      const reader = { db: api.db, principal: request.principal as Researcher, now: api.clock.now() };
      await checkReferences(request.query as Record<string, unknown>, reader);
    });
  // 6. 404: no record can have the id in the path. This check needs no statement.
  if (route.ids) gates.push(createIdGate(route.ids));
  return {
    bodyLimit,
    preHandler: gates,
    handler: (request, reply) => {
      const exchange = { route, api, request, reply };
      return route.receive && isRaw(request, route) ? receiveAndRun(exchange) : run(exchange);
    },
  };
}

const readIdempotencyKey: preHandlerHookHandler = (request, _reply, done) => {
  const key = checkIdempotencyKey(request);
  request.idempotencyKey = request.principal && isRevokedLink(request.principal) ? undefined : key;
  done();
};

/** 5. 422: a fault of a body that the route reads itself. It reads it before a transaction begins, because that may take long. */
async function receiveAndRun(exchange: RoutedExchange) {
  const { route, request } = exchange;
  const received = await route.receive?.(request, request.principal as Researcher);
  request.body = received?.body;
  try {
    return await run(exchange);
  } finally {
    await received?.release();
  }
}

const run = (exchange: RoutedExchange) =>
  exchange.request.idempotencyKey === undefined
    ? runAndRespond(exchange)
    : runOnceAndRespond(exchange, exchange.request.idempotencyKey);

/**
 * 5. 422: the record no longer has the ETag of `If-Match`.
 * 6. 404, 7. 403 and 8. 402 `quota_exceeded` are checks of the route's handler, in its transaction.
 */
async function runAndRespond(exchange: RoutedExchange) {
  const { route, api, reply } = exchange;
  const now = api.clock.now();
  const { status, body } = await runIfMatching(
    exchange,
    now,
    (db, inTransaction) => runHandler(exchange, { db, inTransaction }, now),
    async (read, db) =>
      (await runHandler({ ...exchange, route: read }, { db, inTransaction: true }, now, {})).body,
  );
  reply.type(json);
  if (body instanceof EventStream) return sendEventStream(reply, body);
  if (route.method === 'GET' && !route.list) return sendTagged(exchange, body, now);
  return sendBody(exchange, status, body);
}

/** The same for a request with an Idempotency-Key. If the key has a stored response, the handler does not run. */
async function runOnceAndRespond(exchange: RoutedExchange, key: string) {
  const { api, request, reply } = exchange;
  const now = api.clock.now();
  request.keyChecked = true;
  const response = await api.idempotency.once(
    { userId: keyOwnerOf(request.principal as Researcher, request.ip), key, path: requestPath(request), now },
    async (tx) => {
      const { status, body } = await runHandler(exchange, { db: tx, inTransaction: true }, now);
      return { status, body: String(body) };
    },
  );
  if (response.replayed) return sendStored(exchange, response);
  reply.type(json);
  return sendBody(exchange, response.status, response.body);
}

/** After a failed check: a retry with a stored response gets this response, even if checks five and six refuse the retry. */
export function addErrorHandler(scope: FastifyInstance, api: MountedApi): void {
  scope.setErrorHandler((error, request: FastifyRequest, reply) => replayOrFail(api, error, request, reply));
}
