import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { compression } from './compression.ts';

/** The plugin uses one nonce for all requests; it is replaced by a new one in every response. */
const noncePlaceholder = 'parley-docs-nonce';

/** The reference adds style elements at run time, but sets the nonce on only one of them. */
const styleNonces = `<script nonce="${noncePlaceholder}">
const create = document.createElement.bind(document);
document.createElement = (...args) => {
  const element = create(...args);
  if (element.tagName === 'STYLE') element.nonce = '${noncePlaceholder}';
  return element;
};
</script>`;

/**
 * Scripts come from this server or have the nonce, and requests go to this server only. Style attributes are allowed
 * because the reference sets widths and colours with them; they cannot run code.
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

/** Serves `/v1/openapi.json` and the reference at `/docs`. Neither needs authentication. */
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
 * Prevents horizontal scrolling on phones. Lists of examples and defaults open centred on their word and up to 300 pixels
 * wide; here they use the width of the row. The hidden button after a heading would overflow its line.
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
