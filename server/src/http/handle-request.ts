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
import { json, sendBody, sendStored, sendTagged } from './respond.ts';
import { type Route, renderResult } from './route.ts';

/** Everything after validation: idempotency, the route's handler and the response. */
export function handleRequest(route: Route, api: MountedApi, request: FastifyRequest, reply: FastifyReply) {
  const key = route.method === 'POST' ? checkIdempotencyKey(request) : undefined;
  refuseImpossibleIds(route, request);
  return route.receive && isRaw(request, route)
    ? receiveAndRun(route, api, request, reply, key)
    : run(route, api, request, reply, key);
}

async function receiveAndRun(
  route: Route,
  api: MountedApi,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | undefined,
) {
  const received = await route.receive?.(request, request.principal as Researcher);
  request.body = received?.body;
  try {
    return await run(route, api, request, reply, key);
  } finally {
    await received?.release();
  }
}

async function run(
  route: Route,
  api: MountedApi,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | undefined,
) {
  const principal = request.principal as Researcher;
  const now = api.clock.now();
  let signal: AbortSignal | undefined;
  const handle = async (given: Db) => {
    const isUser = principal.user_id !== undefined && route.method !== 'GET';
    const db = isUser ? asActor(given, principal.user_id) : given;
    const { params, query, body } = request;
    const result = await route.handler({
      principal,
      params: params as Record<string, string>,
      query,
      body,
      db,
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
  };
  reply.type(json);
  if (key === undefined) {
    const body = await handle(api.db);
    if (body instanceof EventStream) return sendEventStream(reply, body);
    if (route.method === 'GET' && !route.list) return sendTagged(route, api, request, reply, body, now);
    return sendBody(api, request, reply, route.status, body);
  }

  request.keyChecked = true;
  const response = await api.idempotency.once(
    { userId: subjectOf(principal), key, path: requestPath(request), now },
    async (tx) => ({ status: route.status, body: String(await handle(tx)) }),
  );
  return response.replayed
    ? sendStored(api, request, reply, response)
    : sendBody(api, request, reply, response.status, response.body);
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
