import type { FastifyRequest } from 'fastify';

/** Normalizes a path: decodes `%70` to p and removes a trailing slash. */
export const requestPath = (request: FastifyRequest): string =>
  decodeURIComponent(request.url.split('?')[0] as string).replace(/(?<=.)\/$/, '');
