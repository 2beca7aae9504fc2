import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
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
    const sendReference = createSendReference();
    for (const path of ['/docs/', '/docs/js/scalar.js']) scope.get(path, sendReference);
  });
}

/** Returns the handler that passes requests to the plugin of the reference. */
function createSendReference() {
  let reference: Promise<FastifyInstance> | undefined;
  return async ({ url }: FastifyRequest, reply: FastifyReply) => {
    reference ??= openReference();
    const { statusCode, headers, rawPayload } = await (await reference).inject({ url });
    for (const name of ['content-type', 'location'] as const)
      if (headers[name] !== undefined) reply.header(name, headers[name]);
    return reply.code(statusCode).send(rawPayload);
  };
}

/** The plugin has 4 MB of code in 300 modules. It is loaded at the first request for it, so that the server starts faster. */
async function openReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, {
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
  await app.ready();
  return app;
}
