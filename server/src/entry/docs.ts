import type { FastifyInstance } from 'fastify';

/** The API's own description: `/v1/openapi.json` for programs, `/docs` for people. Both are open to all. */
export function mountDocs(app: FastifyInstance, openapi: object): void {
  const document = JSON.stringify(openapi);
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
}
