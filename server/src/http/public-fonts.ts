import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

const families = [
  { family: 'Inter Variable', weight: '100 900', file: /^inter-latin-wght-normal-[\w-]+\.woff2$/ },
  { family: 'Newsreader Variable', weight: '200 800', file: /^newsreader-latin-opsz-normal-[\w-]+\.woff2$/ },
];

/** Serves /s/fonts.css: the faces of the application for public pages. Without a build, they use the system's faces. */
export function mountPublicFonts(app: FastifyInstance, dist: string): void {
  const assets = path.join(dist, 'assets');
  const files = existsSync(assets) ? readdirSync(assets) : [];
  const rules = families.flatMap(({ family, weight, file }) => {
    const name = files.find((candidate) => file.test(candidate));
    return name
      ? [
          `@font-face { font-family: "${family}"; font-weight: ${weight}; font-display: swap; src: url(/assets/${name}) format("woff2") }\n`,
        ]
      : [];
  });
  const css = rules.join('');
  app.get('/s/fonts.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(css),
  );
}
