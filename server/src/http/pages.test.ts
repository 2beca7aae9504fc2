import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { createPages } from './pages.ts';
import { createHttpServer } from './server.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let folder: string;
let app: FastifyInstance;
let url: string;

async function serve(dist: string) {
  const pages = createPages(dist, { hasSignIn: ({ headers }) => headers.cookie === 'signed-in' });
  app = createHttpServer(createLog('silent'), { trustProxy: false, page: pages.respond });
  pages.mount(app);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><meta nonce="parley-nonce"><p>the app</p>',
  );
  await writeFile(
    path.join(folder, 'participant.html'),
    '<!doctype html><meta nonce="parley-nonce"><p>a test</p>',
  );
  await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(folder, 'assets', 'index-a1b2c3.js'), 'export {};');
  await writeFile(path.join(folder, 'assets', 'long-a1b2c3.js'), '// a comment\n'.repeat(500));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the pages of a built web app', () => {
  beforeAll(() => serve(folder));
  afterAll(() => app.close());

  it('serves one page at every path without a route, never cached, with its own Content-Security-Policy', async () => {
    const nonces = new Set<string | undefined>();
    for (const place of ['/', '/projects', '/projects/prj_1?x=1', '/settings/api-keys']) {
      const response = await fetch(url + place, { headers: asBrowser });
      const html = await response.text();
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      nonces.add(nonce);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(html).toBe(`<!doctype html><meta nonce="${nonce}"><p>the app</p>`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
    }
    expect(nonces.size).toBe(4);
  });

  it('serves the participant’s pages at /t/{token}, which no search engine lists and which send no Referer', async () => {
    for (const place of ['/t/abc', '/t/abc/', '/t/abc?lang=de']) {
      const response = await fetch(url + place, { headers: asBrowser });
      expect(await response.text()).toContain('<p>a test</p>');
      expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    }
    for (const place of ['/t', '/t/', '/t/abc/def', '/terms']) {
      const response = await fetch(url + place, { headers: asBrowser });
      expect([place, await response.text()]).toEqual([place, expect.stringContaining('<p>the app</p>')]);
      expect(response.headers.get('x-robots-tag')).toBeNull();
    }
  });

  it('serves the pages at / to every client, including probes and curl', async () => {
    const response = await fetch(`${url}/`, { headers: { accept: '*/*' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('have compressed assets', async () => {
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${url}/assets/long-a1b2c3.js`, {
        headers: { 'accept-encoding': encoding },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(await response.text()).toBe('// a comment\n'.repeat(500));
    }
  });

  it('sends no pages to API clients: an unknown path is an error in the envelope', async () => {
    const asked: [string, string, Record<string, string>][] = [
      ['GET', '/projects', { accept: 'application/json' }],
      ['GET', '/projects', {}],
      ['POST', '/projects', asBrowser],
      ['GET', '/v1/nothing', asBrowser],
      ['GET', '/app/nothing', asBrowser],
      ['GET', '/p/v1/nothing', asBrowser],
      ['GET', '/assets/gone.js', asBrowser],
      ['GET', '/assets/..%2findex.html', asBrowser],
    ];
    for (const [method, place, headers] of asked) {
      const response = await fetch(url + place, { method, headers });
      expect([place, response.status]).toEqual([place, 404]);
      expect(((await response.json()) as { error: { code: string } }).error.code).toBe('not_found');
    }
  });

  it('have assets whose name changes with their content, cached for a year', async () => {
    const response = await fetch(`${url}/assets/index-a1b2c3.js`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('the links of a page', () => {
  const page = (links: string) => `<!doctype html><head>${links}</head>`;
  const read = async (place: string, headers: Record<string, string> = {}) =>
    (await fetch(url + place, { headers: { ...asBrowser, ...headers } })).text();
  const signedIn = { cookie: 'signed-in' };
  const request = (href: string) => `<link rel="preload" as="fetch" crossorigin href="${href}">`;
  const script = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}">`;

  beforeAll(async () => {
    const dist = path.join(folder, 'with-preloads');
    await mkdir(path.join(dist, 'assets'), { recursive: true });
    await writeFile(path.join(dist, 'index.html'), page('<!--parley-preloads-->'));
    await writeFile(path.join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const pages = [
      { path: '/sign-in', scripts: ['assets/sign-in.js'], styles: [], requests: [] },
      {
        path: '/projects',
        scripts: ['assets/projects.js'],
        styles: ['assets/projects.css'],
        requests: ['/app/v1/me'],
        requestsWithoutSearch: ['/app/v1/projects?status=active&limit=25'],
      },
      {
        path: '/projects/:projectId/files/:fileId',
        scripts: [],
        styles: [],
        requests: ['/app/v1/projects/:projectId', '/app/v1/files/:fileId'],
      },
    ];
    await writeFile(path.join(dist, 'preloads.json'), JSON.stringify(pages));
    await serve(dist);
  });
  afterAll(() => app.close());

  it('name its scripts, its styles and its first requests', async () => {
    const style = '<link rel="preload" as="style" crossorigin href="/assets/projects.css">';
    const list = request('/app/v1/projects?status=active&amp;limit=25');
    expect(await read('/projects', signedIn)).toBe(
      page(script('projects.js') + style + request('/app/v1/me') + list),
    );
    expect(await read('/projects/?q=basket', signedIn)).toBe(
      page(script('projects.js') + style + request('/app/v1/me')),
    );
  });

  it('contain the ids of the address, and nothing else of it', async () => {
    const links = request('/app/v1/projects/prj_01') + request('/app/v1/files/fil_02');
    expect(await read('/projects/prj_01/files/fil_02?t=7', signedIn)).toBe(page(links));
    for (const id of ['%22%3E%3Cscript%3E', 'fil_02"><script>', '..', 'fil_02%2Fx'])
      expect(await read(`/projects/prj_01/files/${id}`, signedIn)).toBe(page(''));
  });

  it('name no data without a sign-in, and no scripts of pages that require one', async () => {
    expect(await read('/projects')).toBe(page(''));
    expect(await read('/sign-in')).toBe(page(script('sign-in.js')));
    expect(await read('/elsewhere', signedIn)).toBe(page(''));
  });
});

describe('without a build', () => {
  beforeAll(() => serve(path.join(folder, 'nothing')));
  afterAll(() => app.close());

  it('a page shows the command that builds the web application', async () => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('npm run build -w web');
    expect((await fetch(`${url}/v1/nothing`, { headers: asBrowser })).status).toBe(404);
  });
});
