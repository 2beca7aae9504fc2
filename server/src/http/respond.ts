import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, entityTagOfSigned, matchesTag } from './entity-tag.ts';
import type { StoredResponse } from './gates/idempotency.ts';
import type { MountedApi } from './mounted-api.ts';
import type { Route } from './route.ts';

export const json = 'application/json; charset=utf-8';

/** A request to a mount, and its response. */
export interface Exchange {
  api: MountedApi;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface RoutedExchange extends Exchange {
  route: Route;
}

export function sendBody({ api, request, reply }: Exchange, status: number, body: string | Buffer) {
  const location = status === 201 || status === 202 ? api.locate(body, request) : undefined;
  if (location) reply.header('Location', location);
  return reply.code(status).send(body);
}

/** A single read: 304 without a body if the client has this version. */
export function sendTagged({ route, api, request, reply }: RoutedExchange, body: string | Buffer, now: Date) {
  const tag = route.signsUrls ? entityTagOfSigned(body, now) : entityTag(body);
  reply.header('ETag', tag);
  if (api.cacheable) reply.headers({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' });
  if (!matchesTag(request.headers['if-none-match'], tag)) return reply.code(route.status).send(body);
  return reply.code(304).removeHeader('Content-Type').send();
}

/** The response stored under an Idempotency-Key, marked as a replay. Throws 403 if the user has lost the access or the role since then. */
export async function sendStored(exchange: Exchange, { status, body }: StoredResponse) {
  const { api, request } = exchange;
  const { principal } = request;
  if (principal?.kind === 'researcher')
    await api.requireReplayAccess(
      { db: api.db, principal, now: api.clock.now() },
      request.routeOptions.config.requireReplayRole,
      request.params as Record<string, string>,
      body,
    );
  exchange.reply.type(json).header('Idempotent-Replayed', 'true');
  return sendBody(exchange, status, body);
}
