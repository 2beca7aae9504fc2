import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { compression } from './compression.ts';

/** The plugin writes one nonce for all requests; every page gets a fresh one in its place. */
const noncePlaceholder = 'parley-docs-nonce';

/** The reference adds style elements while it runs, and gives the nonce to only one of them. */
const styleNonces = `<script nonce="${noncePlaceholder}">
const create = document.createElement.bind(document);
document.createElement = (...given) => {
  const element = create(...given);
  if (element.tagName === 'STYLE') element.nonce = '${noncePlaceholder}';
  return element;
};
</script>`;

/**
 * The page is all local: its scripts come from this server or carry the nonce, and it talks to this server only. Style
 * attributes are allowed because the reference sets widths and colours with them; they can't run anything.
 */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

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
    scope.addHook('onSend', async (_request, reply, payload) => {
      const nonce = randomBytes(16).toString('base64');
      reply.header('Content-Security-Policy', pagePolicy(nonce));
      const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html');
      if (!isPage) return payload;
      const page = String(payload).replace('</head>', `${styleNonces}</head>`);
      return page.replaceAll(noncePlaceholder, nonce);
    });
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/v1/openapi.json',
        nonce: noncePlaceholder,
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
