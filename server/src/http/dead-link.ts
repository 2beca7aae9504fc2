import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../foundation/errors.ts';

/** 404 for a shared link that does not work: an HTML page for browsers, the error envelope for other clients. */
export function sendDeadLink(request: FastifyRequest, reply: FastifyReply, what: 'Clip' | 'Report') {
  if (!(request.headers.accept ?? '').includes('text/html')) throw notFound(what);
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers({
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    })
    .send(page);
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This link does not work</title>
<style>
body { margin: 0 auto; max-width: 36rem; padding: 4rem 1rem; font: 1rem/1.6 system-ui, sans-serif; color: #1c1b1a; background: #fbfaf8 }
@media (prefers-color-scheme: dark) { body { color: #eceae6; background: #191817 } }
</style>
</head>
<body>
<main>
<h1>This link does not work</h1>
<p>It may have been withdrawn, or the address is not complete. Ask the person who sent it to you for a new link.</p>
</main>
</body>
</html>
`;
