import type { Plugin } from 'vite';
import { pagePreloads } from '../src/routes/preloads.ts';
import { chunkOf, filesOf } from './chunks.ts';

/** The letters of the interface. Other alphabets load when a page shows them. */
const fonts = /(inter-latin-wght|newsreader-latin-opsz)-normal-.*\.woff2$/;

/**
 * Writes dist/preloads.json, from which the server adds links to the HTML of a page: server/src/http/page-preloads.ts. The
 * fonts are the same for all pages.
 */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const first = filesOf(bundle, chunkOf(bundle, 'index.html'));
      if ([...first].some((file) => /\/shared-/.test(file)))
        throw new Error('The sign-in page would load the chunk `shared`: see `base` in vite.config.ts.');
      const pages = pagePreloads.map(({ modules, ...page }) => {
        const files = new Set(
          modules.flatMap((name) => [...filesOf(bundle, chunkOf(bundle, `src/${name}`))]),
        );
        const own = [...files].filter((file) => !first.has(file));
        return {
          ...page,
          scripts: own.filter((file) => file.endsWith('.js')),
          styles: own.filter((file) => file.endsWith('.css')),
        };
      });
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(pages) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle, path: page }) =>
        page !== '/index.html'
          ? []
          : Object.keys(bundle ?? {})
              .filter((file) => fonts.test(file))
              .map((file) => ({
                tag: 'link',
                attrs: {
                  rel: 'preload',
                  as: 'font',
                  type: 'font/woff2',
                  crossorigin: true,
                  href: `/${file}`,
                },
                injectTo: 'head',
              })),
    },
  };
}
