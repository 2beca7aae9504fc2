import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../foundation/clock.ts';
import { notFound } from '../../foundation/errors.ts';
import { contentDisposition } from '../../platform/storage/content-disposition.ts';
import { parseRangeHeader } from '../../platform/storage/ranges.ts';
import type { ReadTokens } from '../../platform/storage/read-tokens.ts';
import { type SignRequest, type Storage, StorageError } from '../../platform/storage/storage.ts';

export interface BlobDeps {
  storage: Storage;
  tokens: ReadTokens;
  clock: Clock;
}

/** Signed reads from our own disk; an object store answers for its own. */
export function mountBlobs(app: FastifyInstance, deps: BlobDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/blobs/:token',
    config: {},
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const permission = deps.tokens.verify(token, deps.clock.now());
      if (!permission) throw notFound('Download');
      return sendBlob(deps.storage, request, reply, permission);
    },
  });
}

type Served = Pick<SignRequest, 'key' | 'filename' | 'contentType' | 'disposition'>;

/** Bytes with range requests, so that a video seeks. Whatever they are, a browser runs nothing of them. */
export async function sendBlob(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, filename, contentType, disposition }: Served,
) {
  const blob = await storage.find(key);
  if (!blob) throw notFound('Download');
  const size = blob.size_bytes;
  reply.headers({
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(disposition, filename),
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=300',
    'Accept-Ranges': 'bytes',
  });
  const range = parseRangeHeader(request.headers.range, size);
  if (range === 'unsatisfiable') {
    return reply.code(416).header('Content-Range', `bytes */${size}`).type('text/plain').send('');
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`);
  reply.header('Content-Length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  try {
    return reply.send((await storage.read(key, range && { start, end })).stream);
  } catch (error) {
    if (error instanceof StorageError) throw notFound('Download');
    throw error;
  }
}
