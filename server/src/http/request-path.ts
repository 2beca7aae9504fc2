import type { FastifyRequest } from 'fastify';

/** The same for every spelling of a path: `%70` is a p, and a trailing slash changes nothing. */
export const requestPath = (request: FastifyRequest): string =>
  decodeURIComponent(request.url.split('?')[0] as string).replace(/(?<=.)\/$/, '');
