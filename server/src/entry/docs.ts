import compress from '@fastify/compress';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { compression } from '../http/compression.ts';

/** The API's own description: `/v1/openapi.json` for programs, `/docs` for people. Both are open to all. */
export function mountDocs(app: FastifyInstance, openapi: object): void {
  const document = JSON.stringify(openapi);
  app.register(async (scope) => {
    await scope.register(compress, compression);
    scope.get('/v1/openapi.json', async (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*').send(document),
    );
  });
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
        customCss: fitToPhones,
      },
    });
  });
}

/**
 * What made the page of a phone scroll sideways: the little lists of examples and defaults, which open centred on their
 * word and up to 300 pixels wide (here: across the row); and the unseen button after a heading that fills its line.
 */
const fitToPhones = `
@media (max-width: 1000px) {
  .scalar-app .property .property-example,
  .scalar-app .property .property-default { position: static; }
  .scalar-app .property .property-example-value-list,
  .scalar-app .property .property-default-value-list {
    top: auto; left: 0; right: 0; transform: none; margin-top: 18px; min-width: 0; max-width: 100%;
  }
  .scalar-app [class~="group/heading"] { display: inline-block; max-width: 100%; padding-right: 30px; }
}`;
