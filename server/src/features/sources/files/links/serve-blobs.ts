import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../../../foundation/clock.ts';
import { notFound } from '../../../../foundation/errors.ts';
import { matchesTag } from '../../../../http/entity-tag.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { contentDisposition } from '../../../../platform/storage/content-disposition.ts';
import { parseRangeHeader } from '../../../../platform/storage/ranges.ts';
import type { ReadTokens } from '../../../../platform/storage/read-tokens.ts';
import { type SignRequest, type Storage, StorageError } from '../../../../platform/storage/storage.ts';
import { isReadable } from './readable-blobs.ts';

export interface BlobDeps {
  db: Db;
  storage: Storage;
  tokens: ReadTokens;
  clock: Clock;
}

/** Serves signed links. A link stops working when its record or project is deleted, even before it expires (ADR 13). */
export function mountBlobs(app: FastifyInstance, deps: BlobDeps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/blobs/:token',
    config: {},
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const permission = deps.tokens.verify(token, deps.clock.now());
      if (!permission || !(await isReadable(deps.db, permission.key))) throw notFound('Download');
      // Only thumbnails have no expiry. Their URLs are stable, so browsers can cache them.
      const cacheControl = permission.expiresAt ? undefined : 'private, max-age=86400';
      return sendBlob(deps.storage, request, reply, { ...permission, cacheControl });
    },
  });
}

type Served = Pick<SignRequest, 'key' | 'filename' | 'contentType' | 'disposition'> & {
  cacheControl?: string;
};

/** Sends a blob, with range requests for seeking in videos. The headers prevent browsers from running its content. */
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

/** A strong ETag: a key is never reused for other bytes, so ranges with the same tag can be combined. */
const strongTag = (key: string, size: number) => `"${hash('sha1', key, 'base64url')}-${size}"`;

/** RFC 9110, 13.1.5: if `If-Range` is a date or another tag, the client gets the whole blob. */
function rangeOf({ headers }: FastifyRequest, tag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === tag ? headers.range : undefined;
}
