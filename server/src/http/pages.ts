import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compression } from './compression.ts';

/** Written into index.html at build time where a nonce belongs; see web/vite.config.ts. */
const noncePlaceholder = 'parley-nonce';
const yearMs = 365 * 86_400_000;

export interface Pages {
  mount(app: FastifyInstance): void;
  /** The application for a browser that asks for a page at a path that no route knows; nothing for anyone else. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** The web application as it was built into `dist`: hashed assets for ever, its one page never cached. */
export function createPages(dist: string): Pages {
  const index = path.join(dist, 'index.html');
  if (!existsSync(index)) return { mount: () => {}, answer: answerUnbuilt };
  const html = readFileSync(index, 'utf8');

  return {
    mount(app) {
      app.register(async (scope) => {
        await scope.register(compress, compression);
        await scope.register(staticFiles, {
          root: path.join(dist, 'assets'),
          prefix: '/assets/',
          index: false,
          decorateReply: false,
          maxAge: yearMs,
          immutable: true,
        });
      });
      const icon = readFileSync(path.join(dist, 'favicon.svg'));
      app.get('/favicon.svg', async (_request, reply) =>
        reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(icon),
      );
    },
    answer(request, reply) {
      if (!wantsPage(request)) return undefined;
      const nonce = randomBytes(16).toString('base64');
      return reply
        .code(200)
        .header('Content-Security-Policy', pagePolicy(nonce))
        .type('text/html; charset=utf-8')
        .send(html.replaceAll(noncePlaceholder, nonce));
    },
  };
}

/** Scripts, styles and fonts from here only; the nonce is for the style elements that menus and dialogs add. */
const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const apart = ['/v1', '/app', '/docs', '/assets', '/metrics'];

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const [pathname = '/'] = url.split('?');
  return (
    (method === 'GET' || method === 'HEAD') &&
    // The address itself is always the application's, whoever asks; elsewhere a program is told the truth.
    (pathname === '/' || (headers.accept ?? '').includes('text/html')) &&
    !apart.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  );
}

function answerUnbuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!wantsPage(request)) return undefined;
  return reply.code(200).type('text/html; charset=utf-8').send(unbuilt);
}

const unbuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<h1>Parley is running</h1>
<p>The web application is not built yet. In the folder of Parley, run</p>
<pre>npm run build -w web</pre>
<p>and start it again. The API works without it: see <a href="/docs">/docs</a>.</p>
`;
