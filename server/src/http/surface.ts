import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../foundation/clock.ts';
import { AppError, invalid, notFound } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { bodyBytesMax, errorDetailsMax } from '../foundation/limits.ts';
import type { Principal } from '../foundation/principal.ts';
import type { Db } from '../platform/database/index.ts';
import { compression } from './compression.ts';
import { entityTag, entityTagOfSigned, matchesTag } from './entity-tag.ts';
import { sendFailure, toAppError } from './failure.ts';
import { admit } from './gates/admission.ts';
import {
  checkIdempotencyKey,
  type createIdempotency,
  keyHeader,
  type StoredAnswer,
} from './gates/idempotency.ts';
import type { createRateLimitGate } from './gates/rate-limit.ts';
import type { createReferenceGate } from './gates/references.ts';
import { type createValidator, isRaw } from './gates/validation.ts';
import { createLocator, type Locate } from './location.ts';
import { type Claim, type Route, renderAnswer } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
    /** Whether its Idempotency-Key was asked for what it holds: then that has been answered. */
    keyAsked: boolean;
  }
}

export interface SurfaceDeps {
  db: Db;
  clock: Clock;
  rateLimit: ReturnType<typeof createRateLimitGate>;
  validator: ReturnType<typeof createValidator>;
  idempotency: ReturnType<typeof createIdempotency>;
  references: ReturnType<typeof createReferenceGate>;
}

/** One set of routes behind one way of saying who you are: keys at /v1, the signed-in browser at /app/v1. */
export interface Surface {
  prefix: string;
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Principal>;
  routes: Route[];
  /** Clients may store single reads and revalidate them; without it they store nothing. */
  cacheable?: boolean;
}

interface Mounted extends SurfaceDeps {
  locate: Locate;
  cacheable: boolean;
}

export function mountSurface(app: FastifyInstance, surface: Surface, surfaceDeps: SurfaceDeps): void {
  const deps: Mounted = {
    ...surfaceDeps,
    locate: createLocator(surface.prefix, surface.routes),
    cacheable: surface.cacheable ?? false,
  };
  app.register(
    async (scope) => {
      await scope.register(compress, compression);
      scope.decorateRequest('principal', undefined);
      scope.decorateRequest('keyAsked', false);
      // The order is the contract's (§1): 401, 403 participant, 402 plan, 429; then 422 below; then the route's own.
      scope.addHook('onRequest', async (request, reply) => {
        const principal = await surface.authenticate(request, reply);
        request.principal = principal;
        const passRateLimit = await deps.rateLimit(principal, reply);
        admit(principal);
        passRateLimit();
      });
      scope.setErrorHandler((error, request, reply) => replayOrFail(deps, error, request, reply));
      // Of its own, so that the gates above also stand before paths that do not exist.
      scope.setNotFoundHandler(async () => {
        throw notFound('Route');
      });
      for (const route of surface.routes) mountRoute(scope, route, deps);
    },
    { prefix: surface.prefix },
  );
}

function mountRoute(scope: FastifyInstance, route: Route, deps: Mounted): void {
  if (!route.rawContentTypes) {
    addRoute(scope, route, deps);
    return;
  }
  // In a scope of its own, so that no other route takes these types.
  scope.register(async (own) => {
    own.addContentTypeParser(route.rawContentTypes ?? [], (_request, _payload, done) => done(null));
    addRoute(own, route, deps);
  });
}

function addRoute(scope: FastifyInstance, route: Route, deps: Mounted): void {
  const checkReferences = deps.references(route);
  scope.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
    preHandler: deps.validator(route),
    handler: checkReferences
      ? async (request, reply) => {
          const reader = { db: deps.db, principal: request.principal as Principal, now: deps.clock.now() };
          await checkReferences(request.query as Record<string, unknown>, reader);
          return answer(route, deps, request, reply);
        }
      : (request, reply) => answer(route, deps, request, reply),
  });
}

function answer(route: Route, deps: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const key = route.method === 'POST' ? checkIdempotencyKey(request) : undefined;
  refuseImpossibleIds(route, request);
  return route.receive && isRaw(request, route)
    ? receiveAndPerform(route, deps, request, reply, key)
    : perform(route, deps, request, reply, key);
}

async function receiveAndPerform(
  route: Route,
  deps: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | undefined,
) {
  const received = await route.receive?.(request, request.principal as Principal);
  request.body = received?.body;
  try {
    return await perform(route, deps, request, reply, key);
  } finally {
    await received?.release();
  }
}

async function perform(
  route: Route,
  deps: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string | undefined,
) {
  const principal = request.principal as Principal;
  const now = deps.clock.now();
  const run = async (db: Db, claim?: Claim) => {
    const { params, query, body } = request;
    const given = await route.handler({
      principal,
      params: params as Record<string, string>,
      query,
      body,
      db,
      now,
      claim,
      request,
    });
    return 'rendered' in given ? given.rendered : renderAnswer(given);
  };
  reply.type(json);
  if (key === undefined) {
    const body = await run(deps.db);
    if (route.method === 'GET' && !route.list) return sendTagged(route, deps, request, reply, body, now);
    return sendBody(deps, request, reply, route.status, body);
  }

  request.keyAsked = true;
  const asked = { userId: principal.user_id, key, path: pathOf(request), now, status: route.status };
  const kept = await deps.idempotency.once(
    asked,
    route.oneStatement?.(principal)
      ? { inOneStatement: async (claim) => String(await run(deps.db, claim)) }
      : { inTransaction: async (tx) => String(await run(tx)) },
  );
  return kept.replayed
    ? sendKept(deps, request, reply, kept)
    : sendBody(deps, request, reply, kept.status, kept.body);
}

const json = 'application/json; charset=utf-8';

function sendBody(
  deps: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string | Buffer,
) {
  const location = status === 201 ? deps.locate(body, request.params as Record<string, string>) : undefined;
  if (location) reply.header('Location', location);
  return reply.code(status).send(body);
}

/** A single read: 304 without a body where the client has this version. */
function sendTagged(
  route: Route,
  deps: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
  now: Date,
) {
  const tag = route.signsUrls ? entityTagOfSigned(body, now) : entityTag(body);
  reply.header('ETag', tag);
  if (deps.cacheable) reply.headers({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' });
  if (!matchesTag(request.headers['if-none-match'], tag)) return reply.code(route.status).send(body);
  return reply.code(304).removeHeader('Content-Type').send();
}

/** The same for every spelling of a path: `%70` is a p, and a slash at the end changes nothing. */
const pathOf = (request: FastifyRequest) =>
  decodeURIComponent(request.url.split('?')[0] as string).replace(/(?<=.)\/$/, '');

const sendKept = (deps: Mounted, request: FastifyRequest, reply: FastifyReply, kept: StoredAnswer) =>
  sendBody(deps, request, reply.type(json).header('Idempotent-Replayed', 'true'), kept.status, kept.body);

/**
 * A repeated request is answered with what its key holds whatever its body, also one that would be refused. What is wrong
 * with the key itself is told beside the other faults; and before an id that can't exist, since 422 goes before 404
 * (contract §1). A path that no route has knows no key.
 */
async function replayOrFail(deps: Mounted, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { principal } = request;
  const { code, details } = toAppError(error);
  const isTold = details.some(({ field }) => field === keyHeader);
  const keyCounts = code === 'validation_failed' ? !isTold : code === 'not_found' && !request.is404;
  if (keyCounts && principal && request.method === 'POST' && !request.keyAsked) {
    const kept = await findKept(deps, principal, request, error);
    if (kept instanceof AppError)
      return sendFailure(invalid([...kept.details, ...details].slice(0, errorDetailsMax)), request, reply);
    if (kept) return sendKept(deps, request, reply, kept);
  }
  return sendFailure(error, request, reply);
}

/** What the request's key holds, also where a twin that is under way is still to fill it; or what is wrong with it. */
async function findKept(
  { idempotency, clock }: Mounted,
  { user_id }: Principal,
  request: FastifyRequest,
  refusal: unknown,
): Promise<StoredAnswer | AppError | undefined> {
  try {
    const key = checkIdempotencyKey(request);
    if (key === undefined) return undefined;
    return await idempotency.once(
      { userId: user_id, key, path: pathOf(request), now: clock.now(), status: 0 },
      { inTransaction: () => Promise.reject(refusal) },
    );
  } catch (error) {
    // If the store can't be asked, the refusal is what to tell.
    return error !== refusal && error instanceof AppError ? error : undefined;
  }
}

function refuseImpossibleIds(route: Route, request: FastifyRequest): void {
  const params = request.params as Record<string, string>;
  for (const [name, kind] of Object.entries(route.ids ?? {})) {
    if (!isId(kind, params[name] ?? '')) throw notFound();
  }
}
