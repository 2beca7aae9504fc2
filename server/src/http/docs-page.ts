import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { compression } from './compression.ts';
import { docsNames, docsTheme } from './docs-theme.ts';
import { entityTag, matchesTag } from './entity-tag.ts';

/** The plugin uses one nonce for all requests; it is replaced by a new one in every response. */
const noncePlaceholder = 'parley-docs-nonce';

/** The reference adds style elements at run time, but sets the nonce on only one of them. The fonts are those of the application. */
const pageHead = `<script nonce="${noncePlaceholder}">
const create = document.createElement.bind(document);
document.createElement = (...args) => {
  const element = create(...args);
  if (element.tagName === 'STYLE') element.nonce = '${noncePlaceholder}';
  return element;
};${docsNames}
</script>
<link rel="stylesheet" href="/s/fonts.css">`;

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
  const tag = entityTag(document);
  app.register(async (scope) => {
    await scope.register(compress, compression);
    scope.get('/v1/openapi.json', async (request, reply) => {
      reply.headers({ 'Access-Control-Allow-Origin': '*', ETag: tag, 'Cache-Control': 'no-cache' });
      if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(document);
    });
  });
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      const nonce = randomBytes(16).toString('base64');
      reply.header('Content-Security-Policy', pagePolicy(nonce));
      const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html');
      if (!isPage) return payload;
      const page = String(payload)
        .replace(/<html(?![^>]* lang=)/, '<html lang="en"')
        .replace('</head>', `${pageHead}</head>`);
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
        theme: 'none',
        customCss: docsTheme,
      },
    });
  });
}
