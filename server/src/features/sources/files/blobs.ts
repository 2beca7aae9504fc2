import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../foundation/clock.ts';
import { notFound } from '../../../foundation/errors.ts';
import { matchesTag } from '../../../http/entity-tag.ts';
import type { Db } from '../../../platform/database/index.ts';
import { contentDisposition } from '../../../platform/storage/content-disposition.ts';
import { parseRangeHeader } from '../../../platform/storage/ranges.ts';
import type { ReadTokens } from '../../../platform/storage/read-tokens.ts';
import { type SignRequest, type Storage, StorageError } from '../../../platform/storage/storage.ts';
import { isReadable } from './readable-blobs.ts';

export interface BlobDeps {
  db: Db;
  storage: Storage;
  tokens: ReadTokens;
  clock: Clock;
}

/** Signed reads. A link ends with its record and with its project, whatever its own expiry (docs/adr/0070). */
export function mountBlobs(app: FastifyInstance, deps: BlobDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/blobs/:token',
    config: {},
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const permission = deps.tokens.verify(token, deps.clock.now());
      if (!permission || !(await isReadable(deps.db, permission.key))) throw notFound('Download');
      // Without an expiry it is a thumbnail, whose URL stays the same and is worth caching.
      const cacheControl = permission.expiresAt ? undefined : 'private, max-age=86400';
      return sendBlob(deps.storage, request, reply, { ...permission, cacheControl });
    },
  });
}

type Served = Pick<SignRequest, 'key' | 'filename' | 'contentType' | 'disposition'> & {
  cacheControl?: string;
};

/** Bytes with range requests, so that a video seeks. Whatever they are, a browser runs nothing of them. */
export async function sendBlob(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, filename, contentType, disposition, cacheControl = 'private, max-age=300' }: Served,
) {
  const blob = await storage.find(key);
  if (!blob) throw notFound('Download');
  const size = blob.size_bytes;
  const tag = strongTag(key, size);
  reply.headers({
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition(disposition, filename),
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    ETag: tag,
  });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const range = parseRangeHeader(rangeOf(request, tag), size);
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

/** Strong: a key is never used for other bytes, so ranges of one tag fit together. */
const strongTag = (key: string, size: number) => `"${hash('sha1', key, 'base64url')}-${size}"`;

/** RFC 9110, 13.1.5: with another tag than ours, or a date, the client gets the whole blob. */
function rangeOf({ headers }: FastifyRequest, tag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === tag ? headers.range : undefined;
}
