import type { FastifyReply } from 'fastify';
import type { Researcher } from '../foundation/principal.ts';
import { asActor } from '../platform/database/index.ts';
import { EventStream } from './event-stream.ts';
import type { RoutedExchange } from './respond.ts';
import { type Call, renderResult } from './route.ts';

/** Runs the handler of the route, after all checks of gate-order.ts. The body is a stream of events, or rendered. */
export async function runHandler(
  { route, api, request, reply }: RoutedExchange,
  { db, inTransaction }: Pick<Call, 'db' | 'inTransaction'>,
  now: Date,
  { query, body }: { query?: unknown; body?: unknown } = request,
) {
  const principal = request.principal as Researcher;
  const { params } = request;
  // A participant has no user id, and is not recorded as the author of a change.
  const isChangeByUser = principal.user_id !== undefined && route.method !== 'GET';
  let signal: AbortSignal | undefined;
  const result = await route.handler({
    principal,
    params: params as Record<string, string>,
    query,
    body,
    db: isChangeByUser ? asActor(db, principal.user_id) : db,
    inTransaction,
    now,
    get signal() {
      signal ??= abortOnClose(reply);
      return signal;
    },
    get lastEventId() {
      return request.headers['last-event-id'] as string | undefined;
    },
    address: request.ip,
    header: (name) => request.headers[name] as string | undefined,
  });
  const { status = route.status } = result;
  if (result.data instanceof EventStream) return { status, body: result.data };
  const rendered = renderResult(result);
  const { relativeLinks } = api;
  const isText = typeof rendered === 'string';
  return { status, body: relativeLinks && isText ? relativeLinks(rendered) : rendered };
}

function abortOnClose(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Node.js emits `close` after every response, too; then nothing waits for the signal any more.
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
