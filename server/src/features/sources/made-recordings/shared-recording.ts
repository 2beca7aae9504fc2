import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../foundation/errors.ts';
import { escapeHtml } from '../../../foundation/html.ts';
import { sendDeadLink } from '../../../http/dead-link.ts';
import { publicPage, publicPageHeaders } from '../../../http/public-page.ts';
import type { Db } from '../../../platform/database/index.ts';
import { isShareToken } from '../../../platform/secret-box/share-links.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { sendBlob } from '../files/index.ts';
import { captionsOf, turnsOf } from './captions.ts';
import type { RecordingPart } from './recording.ts';

/** What a public page shows of a clip or a reel. */
export interface SharedRecording {
  name: string;
  description: string | null;
  workspace_name: string;
  duration_seconds: number;
  /** Whether captions are shown without being switched on. */
  captions: boolean;
  parts: RecordingPart[];
  content_type: string;
  blob_key: string;
  thumbnail_key: string | null;
  filename: string;
}

export interface SharedKind {
  /** Part of the path: /s/clips/{token}. */
  path: 'clips' | 'reels';
  what: 'Clip' | 'Reel';
  find(token: string): Promise<SharedRecording | undefined>;
}

// Caches must revalidate, so that a revoked link stops working at once.
const cacheControl = 'private, no-cache';

/** Mounts the public page of a shared recording, its bytes, picture and captions. They need no account. */
export function mountSharedRecordings(
  app: FastifyInstance,
  { db, storage }: { db: Db; storage: Storage },
  { path, what, find }: SharedKind,
): void {
  type Send = (recording: SharedRecording, request: FastifyRequest, reply: FastifyReply) => unknown;
  const mount = (suffix: string, send: Send) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: `/s/${path}/:token${suffix}`,
      handler: async (request, reply) => {
        const { token } = request.params as { token: string };
        const recording = isShareToken(token) ? await find(token) : undefined;
        return recording ? send(recording, request, reply) : sendDeadLink(request, reply, what);
      },
    });
  mount('', async (recording, request, reply) => {
    const { token } = request.params as { token: string };
    return reply
      .type('text/html; charset=utf-8')
      .headers(publicPageHeaders)
      .send(recordingPage(recording, `/s/${path}/${token}`, what, await turnsOf(db, recording.parts)));
  });
  mount('/media', ({ blob_key, filename, content_type }, request, reply) =>
    sendBlob(storage, request, reply, {
      key: blob_key,
      filename,
      contentType: content_type,
      disposition: 'inline',
      cacheControl,
    }),
  );
  mount('/thumbnail', ({ thumbnail_key }, request, reply) => {
    if (thumbnail_key === null) throw notFound('Thumbnail');
    return sendBlob(storage, request, reply, {
      key: thumbnail_key,
      filename: 'thumbnail.jpg',
      contentType: 'image/jpeg',
      disposition: 'inline',
      cacheControl,
    });
  });
  mount('/captions.vtt', async ({ name, parts }, _request, reply) =>
    reply
      .type('text/vtt; charset=utf-8')
      .headers({ 'Cache-Control': cacheControl, 'X-Content-Type-Options': 'nosniff' })
      .send((await captionsOf(db, name, parts, 'vtt')) ?? 'WEBVTT\n'),
  );
}

type Turns = Awaited<ReturnType<typeof turnsOf>>;

function recordingPage(recording: SharedRecording, url: string, what: 'Clip' | 'Reel', turns: Turns): string {
  const { name, description, thumbnail_key, workspace_name } = recording;
  const isVideo = recording.content_type !== 'audio/mp4';
  const tag = isVideo ? 'video' : 'audio';
  const poster = isVideo && thumbnail_key !== null ? ` poster="${url}/thumbnail"` : '';
  const track =
    isVideo && turns.length > 0
      ? `<track kind="captions" label="Captions" src="${url}/captions.vtt"${recording.captions ? ' default' : ''}>`
      : '';
  const facts = [what, formatLength(recording.duration_seconds)].join(' · ');
  return publicPage({
    title: name,
    header: `<span class="by">${escapeHtml(workspace_name)}</span>`,
    body: `<h1>${escapeHtml(name)}</h1>
<p class="facts">${escapeHtml(facts)}</p>
<${tag} controls playsinline preload="metadata"${poster} aria-label="${escapeHtml(name)}" src="${url}/media">${track}</${tag}>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
${turns.length > 0 ? `<h2>Transcript</h2>\n${spokenWords(turns)}` : ''}`,
    footer: `Anyone who has this link can ${isVideo ? 'watch' : 'listen to'} it until it is withdrawn.`,
    styles,
  });
}

/** A quotation if one person speaks; otherwise every turn has the name of its speaker, as in the captions. */
const spokenWords = (turns: Turns): string =>
  turns.length === 1
    ? `<blockquote>${escapeHtml(turns[0]?.text ?? '')}</blockquote>`
    : turns
        .map((turn) => `<p class="turn"><b>${escapeHtml(turn.speaker)}:</b> ${escapeHtml(turn.text)}</p>`)
        .join('\n');

/** Rounded down, as the player below does. The addend compensates the inexact difference of two times. */
const formatLength = (seconds: number) => {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

const styles = `main, footer { max-width: 60rem }
h1 { margin-bottom: .25rem }
h2 { font: 600 .8125rem/1.125rem var(--sans); color: var(--soft); margin-bottom: .75rem }
.facts { margin: 0 0 1.25rem; font-size: .8125rem; line-height: 1.125rem; color: var(--soft) }
video { display: block; width: 100%; max-height: 72vh; background: #000; border-radius: 12px }
audio { display: block; width: 100%; border: 1px solid var(--line); border-radius: 12px; background: var(--sunken) }
audio::-webkit-media-controls-enclosure { border-radius: 11px; background: none }
audio::-webkit-media-controls-panel { background: var(--sunken); accent-color: var(--accent) }
main > p { max-width: 44rem }
blockquote { max-width: 44rem; margin: 0 }
.turn { margin: 0 0 .5rem; font: 1.125rem/1.625rem var(--serif) }
.turn b { font: 500 .8125rem/1.125rem var(--sans); color: var(--soft) }
`;
