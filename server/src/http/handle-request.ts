import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { type Researcher, subjectOf } from '../foundation/principal.ts';
import { asActor, type Db } from '../platform/database/index.ts';
import { EventStream, sendEventStream } from './event-stream.ts';
import { checkIdempotencyKey } from './gates/idempotency.ts';
import { isRaw } from './gates/validation.ts';
import type { MountedApi } from './mounted-api.ts';
import { requestPath } from './request-path.ts';
import { json, type RoutedExchange, sendBody, sendStored, sendTagged } from './respond.ts';
import { type Route, renderResult } from './route.ts';

/** Everything after validation: idempotency, the route's handler and the response. */
export function handleRequest(route: Route, api: MountedApi, request: FastifyRequest, reply: FastifyReply) {
  const key = route.method === 'POST' ? checkIdempotencyKey(request) : undefined;
  refuseImpossibleIds(route, request);
  const exchange = { route, api, request, reply };
  const run = key === undefined ? () => respond(exchange) : () => respondOnce(exchange, key);
  return route.receive && isRaw(request, route) ? receiveAndRun(exchange, run) : run();
}

async function receiveAndRun({ route, request }: RoutedExchange, run: () => Promise<unknown>) {
  const received = await route.receive?.(request, request.principal as Researcher);
  request.body = received?.body;
  try {
    return await run();
  } finally {
    await received?.release();
  }
}

async function respond(exchange: RoutedExchange) {
  const { route, api, reply } = exchange;
  const now = api.clock.now();
  const body = await runHandler(exchange, api.db, now);
  reply.type(json);
  if (body instanceof EventStream) return sendEventStream(reply, body);
  if (route.method === 'GET' && !route.list) return sendTagged(exchange, body, now);
  return sendBody(exchange, route.status, body);
}

/** For a request with an Idempotency-Key. */
async function respondOnce(exchange: RoutedExchange, key: string) {
  const { route, api, request, reply } = exchange;
  const now = api.clock.now();
  request.keyChecked = true;
  const response = await api.idempotency.once(
    { userId: subjectOf(request.principal as Researcher), key, path: requestPath(request), now },
    async (tx) => ({ status: route.status, body: String(await runHandler(exchange, tx, now)) }),
  );
  if (response.replayed) return sendStored(exchange, response);
  reply.type(json);
  return sendBody(exchange, response.status, response.body);
}

/** Runs the handler of the route. Returns the body of the response, or a stream of events. */
async function runHandler({ route, api, request, reply }: RoutedExchange, db: Db, now: Date) {
  const principal = request.principal as Researcher;
  const { params, query, body } = request;
  // A participant has no user id, and is not recorded as the author of a change.
  const isChangeByUser = principal.user_id !== undefined && route.method !== 'GET';
  let signal: AbortSignal | undefined;
  const result = await route.handler({
    principal,
    params: params as Record<string, string>,
    query,
    body,
    db: isChangeByUser ? asActor(db, principal.user_id) : db,
    now,
    get signal() {
      signal ??= abortOnClose(reply);
      return signal;
    },
    get lastEventId() {
      return request.headers['last-event-id'] as string | undefined;
    },
    header: (name) => request.headers[name] as string | undefined,
  });
  if (result.data instanceof EventStream) return result.data;
  const rendered = renderResult(result);
  return api.relativeLinks && typeof rendered === 'string' ? api.relativeLinks(rendered) : rendered;
}

function abortOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Also emitted after the response was sent, when nothing waits for the signal any more.
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

function refuseImpossibleIds(route: Route, request: FastifyRequest): void {
  const params = request.params as Record<string, string>;
  for (const [name, kind] of Object.entries(route.ids ?? {})) {
    if (!isId(kind, params[name] ?? '')) throw notFound();
  }
}
