import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { compileHints } from './build/compile-hints.ts';
import { preloads } from './build/preloads.ts';
import { scriptBudget } from './build/script-budget.ts';

const sharedModules =
  /node_modules\/(radix-ui|@radix-ui\/[^/]+|@floating-ui\/[^/]+|react-remove-scroll[^/]*|aria-hidden|lucide-react)\/|\/web\/src\/((ui|lib(?!\/(call|uploads)))\/|data\/(?!uploads)|features\/((theme|language)\/|projects\/(index|late-dialogs|project-menu|use-delete-with-undo)\.))/;

/** Parts of them that the projects do not use: each group is a file of its own. */
const otherShared = {
  dialogs:
    /node_modules\/@radix-ui\/react-(alert-)?dialog\/|\/web\/src\/(ui\/(dialog|sheet)|features\/projects\/share-form)\.tsx$/,
  // Transcripts, highlights and playing: pages of a project.
  material:
    /node_modules\/@radix-ui\/react-(popover|tabs)\/|\/packages\/transcript-text\/|\/web\/src\/(data\/(clips|file-clips|highlights|highlight-changes|material|merge-cards|playable-file|rename-file|taggings|tags|transcript|transcript-changes|transcript-undo)|features\/(media|moments)\/[a-z-]+|lib\/(csv|download-text|segmenter)|ui\/(anchored-popover|markdown|tabs|tag-chip|tag-colors))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(arrow-down|arrow-down-left|arrow-up|arrow-up-right|captions|download|grip-vertical|link-2|minus|pencil|pin|pin-off|sparkles|trash|zoom-out)\./,
  // Lists in which the user sorts, names and chooses.
  pickers:
    /\/web\/src\/(data\/workspace|lib\/(copy-text|timezones|use-search-text)|ui\/(checkbox|color-picker|file-picker|middle-truncated|multi-picker|pick-list|pointer-drag|popover|rename-in-place|scroll-near-edges|select|select-field|select-filter|use-drag-order))\.tsx?$/,
  hits: /\/web\/src\/(lib\/(link-to|snippet)|features\/search\/snippet)\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(chart-column|message-square-text|reply|text-quote|user)\./,
  reports: /\/web\/src\/(data\/report[a-z-]*|texts\/en\/reports|features\/reports\/texts)\.ts$/,
  comments: /\/web\/src\/data\/(comments|people)\.ts$/,
  // Asking is a page and a panel.
  asking:
    /\/web\/src\/(data\/(chats|answer-stream)|texts\/en\/ask)\.ts$|\/lucide-react\/dist\/esm\/icons\/(square-pen|maximize-2|chart-bar-big|corner-down-left)\./,
  // The pages of a project know whether the panel is beside them.
  'ask-panel-state': /\/web\/src\/lib\/ask-panel\.ts$/,
  'upload-queue': /\/web\/src\/((lib|features)\/uploads\/|texts\/en\/uploads|data\/uploads\.)/,
};

/**
 * What most pages of the application use, in a few files: dozens of small ones would cost more in headers than they contain.
 * The participant's pages use none of it.
 */
const sharedChunks = [
  // Both entries use it.
  { name: 'preload', test: /preload-helper/, priority: 5 },
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!.*virtual)[^/]+)\//,
    priority: 4,
  },
  {
    // With index, all that the sign-in page needs, and the page that says that the server does not respond.
    name: 'base',
    test: /\/web\/src\/(lib\/(api|connection|errors|has-uploads|is-preloaded|redirect-path|signed-out|theme|use-idle|use-page-title|wait-for-data)|data\/(files|keys|me|prefetched|projects|search|sign-in)|features\/(projects\/(projects-view|load-project)|[a-z-]+\/(?!print)(?!highlights-)[a-z-]+-(view|search))|texts\/((?!(en|de)\/)[a-z-]+|en\/(errors|format|ui))|ui\/(button|error-notice|field|icon|page-layout|password-field|skeleton|texts|toast))\.tsx?$|\/sdk\/src\/|\/(openapi-fetch|get-nonce)\/|\/lucide-react\/dist\/esm\/((?!icons\/)|icons\/(house|folder|settings)\.)/,
    priority: 3,
  },
  { name: 'virtual', test: /node_modules\/@tanstack\/(react-virtual|virtual-core)\//, priority: 3 },
  {
    // What the navigation and the pages share: menus, icons, queries.
    name: 'shared',
    test: (id: string) =>
      sharedModules.test(id) && !Object.values(otherShared).some((other) => other.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  ...Object.entries(otherShared).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 1 })),
];

export default defineConfig({
  plugins: [
    react({ refreshExclude: /participant|node_modules/ }),
    tailwind(),
    participantPages(),
    preloads(),
    compileHints(),
    compressedAssets(),
    scriptBudget(),
  ],
  // The sources of the SDK, so that the application builds without building the SDK first.
  resolve: {
    conditions: ['@parley/source', ...defaultClientConditions],
    alias: {
      // The editor's own selectors return numbers, or have a comparison of their own.
      'fast-equals': fileURLToPath(new URL('build/no-fast-equals.ts', import.meta.url)),
      // prosemirror-markdown brings a parser that the report editor does not use: it reads with the server's.
      'markdown-it': fileURLToPath(new URL('build/no-markdown-it.ts', import.meta.url)),
    },
  },
  // The server replaces this placeholder with a new nonce in every response: server/src/http/pages.ts.
  html: { cspNonce: 'parley-nonce' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that runs the application knows modulepreload.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // The participant's pages are an entry of their own, so that a phone loads nothing of the application.
    rolldownOptions: {
      input: { index: 'index.html', participant: 'participant.html' },
      output: {
        codeSplitting: { groups: sharedChunks },
      },
    },
  },
});

/** `npm run dev` serves the participant's pages at /t/{token}, as server/src/http/pages.ts does. */
function participantPages(): Plugin {
  return {
    name: 'participant-pages',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/t\/[^/?]+/.test(request.url ?? '')) request.url = '/participant.html';
        next();
      });
    },
  };
}

/** Compresses the assets once, as small as possible. The server sends the copies: server/src/http/pages.ts. */
function compressedAssets(): Plugin {
  return {
    name: 'compressed-assets',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = path.join(dir ?? 'dist', 'assets');
      for (const name of readdirSync(folder).filter((file) => /\.(js|mjs|css|svg|wasm)$/.test(file))) {
        const file = path.join(folder, name);
        const content = readFileSync(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
