import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { bodyBytesMax } from '../foundation/limits.ts';
import type { Participant, Researcher } from '../foundation/principal.ts';
import { compression } from './compression.ts';
import { addAccountGates, addErrorHandler, gatesOfRoute } from './gate-order.ts';
import { createLocator } from './location.ts';
import type { ApiDeps, ApiMount, MountedApi } from './mounted-api.ts';
import type { Route } from './route.ts';

export function mountApi<P extends Researcher | Participant>(
  app: FastifyInstance,
  mount: ApiMount<P>,
  deps: ApiDeps,
): void {
  // From here on the types of the mounts are the same: `admit` refuses every other principal.
  const routes = mount.routes as unknown as Route[];
  const api: MountedApi = {
    ...deps,
    locate: createLocator(mount.prefix, routes),
    bodyBytesMax: mount.bodyBytesMax ?? bodyBytesMax,
    singleReads: new Map(
      routes.filter(({ method, list }) => method === 'GET' && !list).map((route) => [route.path, route]),
    ),
    cacheable: mount.cacheable ?? false,
    relativeLinks: mount.relativeLinks,
  };
  app.register(
    async (scope) => {
      await scope.register(compress, compression);
      scope.decorateRequest('principal', undefined);
      scope.decorateRequest('idempotencyKey', undefined);
      scope.decorateRequest('keyChecked', false);
      addAccountGates(scope, mount);
      addErrorHandler(scope, api);
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
  scope.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { verifiesLink: route.verifiesLink ?? false, requireReplayRole: route.requireReplayRole },
    ...gatesOfRoute(route, api),
  });
}
