import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../foundation/errors.ts';
import { bodyBytesMax } from '../foundation/limits.ts';
import type { Participant, Researcher } from '../foundation/principal.ts';
import { compression } from './compression.ts';
import { createValidator } from './gates/validation.ts';
import { handleRequest } from './handle-request.ts';
import { createLocator } from './location.ts';
import type { ApiDeps, ApiMount, MountedApi } from './mounted-api.ts';
import { replayOrFail } from './replay-or-fail.ts';
import type { Route } from './route.ts';

export function mountApi<P extends Researcher | Participant>(
  app: FastifyInstance,
  mount: ApiMount<P>,
  deps: ApiDeps,
): void {
  // From here on the types of the mounts are the same: `admit` below refuses every other principal.
  const routes = mount.routes as unknown as Route[];
  const api: MountedApi = {
    ...deps,
    locate: createLocator(mount.prefix, routes),
    cacheable: mount.cacheable ?? false,
    relativeLinks: mount.relativeLinks,
  };
  app.register(
    async (scope) => {
      await scope.register(compress, compression);
      scope.decorateRequest('principal', undefined);
      scope.decorateRequest('keyChecked', false);
      // The order of spec §1.5: 401, 403 participant, 402 plan, 429; then 422; then the route's own errors.
      scope.addHook('onRequest', async (request, reply) => {
        const principal = await mount.authenticate(request, reply);
        request.principal = principal;
        const passRateLimit = await mount.rateLimit(principal, reply);
        mount.admit(principal);
        passRateLimit();
      });
      scope.setErrorHandler((error, request, reply) => replayOrFail(api, error, request, reply));
      // The scope has its own handler so that the gates also apply to unknown paths.
      scope.setNotFoundHandler(async () => {
        throw notFound('Route');
      });
      for (const route of routes) mountRoute(scope, route, api);
    },
    { prefix: mount.prefix },
  );
}

function mountRoute(scope: FastifyInstance, route: Route, api: MountedApi): void {
  if (!route.rawContentTypes) {
    addRoute(scope, route, api);
    return;
  }
  // A separate scope, so that no other route accepts these content types.
  scope.register(async (own) => {
    own.addContentTypeParser(route.rawContentTypes ?? [], (_request, _payload, done) => done(null));
    addRoute(own, route, api);
  });
}

function addRoute(scope: FastifyInstance, route: Route, api: MountedApi): void {
  const checkReferences = api.references(route);
  scope.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? bodyBytesMax,
    config: { verifiesLink: route.verifiesLink ?? false },
    preHandler: createValidator(route),
    handler: checkReferences
      ? async (request, reply) => {
          const reader = { db: api.db, principal: request.principal as Researcher, now: api.clock.now() };
          await checkReferences(request.query as Record<string, unknown>, reader);
          return handleRequest(route, api, request, reply);
        }
      : (request, reply) => handleRequest(route, api, request, reply),
  });
}
