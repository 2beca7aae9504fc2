import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../foundation/errors.ts';
import { compression } from '../compression.ts';
import { entityTag, matchesTag } from '../entity-tag.ts';
import { publicPageHeaders } from '../public-page.ts';
import { indexName, renderGuide } from './render-guide.ts';

interface Guide {
  html: string;
  tag: string;
}

/** Serves the Markdown files of `folder` at /docs/guides, without authentication. Each is rendered at its first request. */
export function mountGuides(app: FastifyInstance, folder: string): void {
  const names = new Set(listGuides(folder));
  const rendered = new Map<string, Guide>();

  function guideOf(name: string): Guide {
    if (!names.has(name)) throw notFound('Guide');
    let guide = rendered.get(name);
    if (!guide) {
      const html = renderGuide(readFileSync(path.join(folder, `${name}.md`), 'utf8'), name, names);
      guide = { html, tag: entityTag(html) };
      rendered.set(name, guide);
    }
    return guide;
  }

  function send(request: FastifyRequest, reply: FastifyReply, name: string) {
    const { html, tag } = guideOf(name);
    reply.headers({ ...publicPageHeaders, ETag: tag });
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  }

  app.register(async (scope) => {
    await scope.register(compress, compression);
    scope.get('/docs/guides', async (request, reply) => send(request, reply, indexName));
    scope.get('/docs/guides/:name', async (request, reply) =>
      send(request, reply, (request.params as { name: string }).name),
    );
  });
}

const listGuides = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .map((file) => file.slice(0, -'.md'.length))
    : [];
