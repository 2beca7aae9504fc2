import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { createHttpServer } from '../server.ts';
import { mountGuides } from './mount-guides.ts';
import { renderGuide } from './render-guide.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = path.join(root, 'docs/api');
const names = readdirSync(folder).map((file) => path.basename(file, '.md'));
const urlOf = (name: string) => (name === 'README' ? '/docs/guides' : `/docs/guides/${name}`);

let app: FastifyInstance;

beforeAll(() => {
  app = createHttpServer(createLog('silent'), { trustProxy: false });
  mountGuides(app, folder);
});
afterAll(() => app.close());

const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
const hrefsOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
const fragmentsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

describe('the guides', () => {
  it.each(names)('serves the guide %s with its title', async (name) => {
    const response = await open(urlOf(name));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    const [, title = ''] = /^# (.+)$/m.exec(readFileSync(path.join(folder, `${name}.md`), 'utf8')) ?? [];
    expect(response.body).toContain(`${title}</h1>`);
    expect(response.body).not.toMatch(/<script|\.md"/);
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';(?!.*script-src)/);
  });

  it('every link of a guide leads to a guide and a heading that exist', async () => {
    const dead: string[] = [];
    for (const name of names) {
      const from = urlOf(name);
      for (const href of hrefsOf((await open(from)).body)) {
        if (/^(https?|mailto):/.test(href) || href === '/docs') continue;
        const { pathname, hash } = new URL(href, `http://parley${from}`);
        const target = await open(pathname);
        const isFound =
          target.statusCode === 200 && (hash === '' || fragmentsOf(target.body).includes(hash.slice(1)));
        if (!isFound) dead.push(`${name}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it('lists every guide in the index', async () => {
    const hrefs = hrefsOf((await open('/docs/guides')).body);
    expect(names.map(urlOf).filter((url) => !hrefs.includes(url))).toEqual([]);
  });

  it('serves a guide at each address that the OpenAPI document names', async () => {
    const { tags, externalDocs } = JSON.parse(readFileSync(path.join(root, 'server/openapi.json'), 'utf8'));
    for (const { url } of [externalDocs, ...tags.map((tag: { externalDocs: object }) => tag.externalDocs)])
      expect([url, (await open(url)).statusCode]).toEqual([url, 200]);
  });

  it('returns 404 for a guide that does not exist, and reads no file outside the folder', async () => {
    for (const name of ['none', '..%2Fself-hosting%2Fai', '..%2F..%2FREADME', 'projects.md'])
      expect((await open(`/docs/guides/${name}`)).statusCode).toBe(404);
  });

  it('returns 304 to a browser that has the page', async () => {
    const { headers } = await open('/docs/guides/projects');
    const again = await app.inject({
      url: '/docs/guides/projects',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('includes the guides in the Docker image', () => {
    const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
    expect(ignored).not.toContain('docs');
    expect(ignored).toContain('!docs/api');
  });
});

describe('renderGuide', () => {
  const render = (markdown: string) => renderGuide(markdown, 'a', new Set(['a', 'b', 'README']));

  it('links to guides at their addresses', () => {
    const html = render('[b](b.md#some-heading) [index](README.md) [self](#here)');
    expect(hrefsOf(html).slice(2)).toEqual(['/docs/guides/b#some-heading', '/docs/guides', '#here']);
  });

  it('shows the path of a file that is not served instead of a link', () => {
    expect(render('Read [the SDK](../../sdk/README.md#lists).')).toContain(
      '<p>Read the SDK (<code>sdk/README.md</code>).</p>',
    );
  });

  it('escapes HTML in a guide', () => {
    expect(render('# A\n\n<script>alert(1)</script>')).not.toContain('<script>');
  });
});
