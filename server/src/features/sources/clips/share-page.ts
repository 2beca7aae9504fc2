import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../../foundation/html.ts';
import { sendDeadLink } from '../../../http/dead-link.ts';
import type { Db } from '../../../platform/database/index.ts';
import { isShareToken } from '../../../platform/secret-box/share-links.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { sendBlob } from '../files/index.ts';
import { clipFilename } from './service.ts';
import { type ClipRow, findSharedClip } from './store.ts';

export interface ShareDeps {
  db: Db;
  storage: Storage;
}

/** The public page of a shared clip. It needs no account. */
export function mountSharedClips(app: FastifyInstance, deps: ShareDeps): void {
  app.get('/s/clips/:token', async (request, reply) => {
    const clip = await findShared(deps, request);
    if (!clip) return sendDeadLink(request, reply, 'Clip');
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'Content-Security-Policy':
          "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'",
        'Cache-Control': 'private, no-cache',
        'X-Robots-Tag': 'noindex',
      })
      .send(page(clip, (request.params as { token: string }).token));
  });
  const media = async (request: FastifyRequest, reply: FastifyReply) => {
    const clip = await findShared(deps, request);
    if (!clip) return sendDeadLink(request, reply, 'Clip');
    return sendBlob(deps.storage, request, reply, {
      key: clip.blob_key as string,
      filename: clipFilename(clip),
      contentType: clip.content_type ?? 'video/mp4',
      disposition: 'inline',
      // Caches must revalidate, so that a revoked link stops working at once.
      cacheControl: 'private, no-cache',
    });
  };
  app.route({ method: ['GET', 'HEAD'], url: '/s/clips/:token/media', handler: media });
}

async function findShared({ db }: ShareDeps, request: FastifyRequest): Promise<ClipRow | undefined> {
  const { token } = request.params as { token: string };
  const clip = isShareToken(token) ? await findSharedClip(db, token) : undefined;
  return clip?.blob_key ? clip : undefined;
}

function page(clip: ClipRow, token: string): string {
  const player = clip.content_type === 'audio/mp4' ? 'audio' : 'video';
  const text = clip.transcript_text ? `<blockquote>${escapeHtml(clip.transcript_text)}</blockquote>` : '';
  const about = clip.description ? `<p>${escapeHtml(clip.description)}</p>` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(clip.name)}</title>
<style>
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.6 system-ui, sans-serif; color: #1c1b1a; background: #fbfaf8 }
@media (prefers-color-scheme: dark) { body { color: #eceae6; background: #191817 } }
video, audio { width: 100%; border-radius: .5rem }
blockquote { margin: 1.5rem 0; padding-left: 1rem; border-left: 3px solid #5b8def }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(clip.name)}</h1>
<${player} controls preload="metadata" src="/s/clips/${token}/media"></${player}>
${about}
${text}
</main>
</body>
</html>
`;
}
