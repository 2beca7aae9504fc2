import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compression } from './compression.ts';
import { readPreloads } from './page-preloads.ts';

/** The build writes it into index.html in place of the nonce; see web/vite.config.ts. */
const noncePlaceholder = 'parley-nonce';
const yearMs = 365 * 86_400_000;

export interface Pages {
  mount(app: FastifyInstance): void;
  /** Sends the application to a browser that requests a page at a path without a route; undefined for other requests. */
  respond(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** The build leaves it in index.html for the links of `readPreloads`. */
const preloadsPlaceholder = '<!--parley-preloads-->';

export interface PagesOptions {
  /** Whether the request carries a sign-in, which may have ended. */
  hasSignIn(request: FastifyRequest): boolean;
}

/** Serves the web application and the participant's pages at /t/{token} from `dist`. Hashed assets are cached for a year, the page is never cached. */
export function createPages(dist: string, { hasSignIn }: PagesOptions): Pages {
  const index = path.join(dist, 'index.html');
  if (!existsSync(index)) return { mount: () => {}, respond: respondUnbuilt };
  const application = readFileSync(index, 'utf8');
  const participant = path.join(dist, 'participant.html');
  const participantPages = existsSync(participant) ? readFileSync(participant, 'utf8') : application;
  const preloadsOf = readPreloads(path.join(dist, 'preloads.json'));

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
          // The build writes compressed copies of the assets next to them.
          preCompressed: true,
        });
      });
      const icon = readFileSync(path.join(dist, 'favicon.svg'));
      app.get('/favicon.svg', async (_request, reply) =>
        reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(icon),
      );
    },
    respond(request, reply) {
      if (!wantsPage(request)) return undefined;
      const nonce = randomBytes(16).toString('base64');
      const isParticipant = isParticipantPath(request.url);
      const html = isParticipant ? participantPages : application;
      // The address contains the participant's token: search engines must not list it. No page sends a Referer.
      if (isParticipant) reply.header('X-Robots-Tag', 'noindex, nofollow');
      return reply
        .code(200)
        .header('Content-Security-Policy', pagePolicy(nonce))
        .type('text/html; charset=utf-8')
        .send(
          html
            .replace(preloadsPlaceholder, () => preloadsOf(request.url, hasSignIn(request)))
            .replaceAll(noncePlaceholder, nonce),
        );
    },
  };
}

/** Allows scripts, styles and fonts from this server only. The nonce is for style elements that menus and dialogs add. */
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

/** Only whole tokens: /t and /t/a/b are pages of the application, which says that they do not exist. */
const isParticipantPath = (url: string) => /^\/t\/[^/?]+\/?(\?|$)/.test(url);

const reservedPrefixes = ['/v1', '/app', '/p/v1', '/docs', '/assets', '/metrics'];

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const [pathname = '/'] = url.split('?');
  return (
    (method === 'GET' || method === 'HEAD') &&
    // `/` always returns the application. At other paths, clients that do not accept HTML get 404.
    (pathname === '/' || (headers.accept ?? '').includes('text/html')) &&
    !reservedPrefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))
  );
}

function respondUnbuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
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
