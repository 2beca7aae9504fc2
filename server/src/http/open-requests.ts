import type { FastifyInstance } from 'fastify';

/** Returns a function that counts the requests without a complete response. Call this before routes are registered. */
export function countOpenRequests(app: FastifyInstance): () => number {
  let open = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    open++;
    // Node.js emits `close` even if the client closes the connection first.
    reply.raw.once('close', () => open--);
    done();
  });
  return () => open;
}
