import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';

/** The API's own description: `/v1/openapi.json` for programs, `/docs` for people. Both are open to all. */
export function mountDocs(app: FastifyInstance, openapi: object): void {
  const document = JSON.stringify(openapi);
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*').send(document),
  );
  app.register(async (scope) => {
    // The page is all local: its script comes from this server, and it may talk to nobody else.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'Content-Security-Policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
      );
    });
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/v1/openapi.json',
        pageTitle: 'Parley API',
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    });
  });
}
