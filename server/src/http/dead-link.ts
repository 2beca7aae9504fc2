import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../foundation/errors.ts';
import { publicPage, publicPageHeaders } from './public-page.ts';

/** 404 for a shared link that does not work: an HTML page for browsers, the error envelope for other clients. */
export function sendDeadLink(request: FastifyRequest, reply: FastifyReply, what: 'Clip' | 'Reel' | 'Report') {
  if (!(request.headers.accept ?? '').includes('text/html')) throw notFound(what);
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers({ ...publicPageHeaders, 'Cache-Control': 'no-store' })
    .send(page);
}

const page = publicPage({
  title: 'This link does not work',
  body: `<h1>This link does not work</h1>
<p>It may have been withdrawn, or the address is not complete. Ask the person who sent it to you for a new link.</p>`,
  styles: 'main { max-width: 36rem; padding-top: 4rem }\n',
});
