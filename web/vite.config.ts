import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/**
 * What most pages of the application use, in a few files: dozens of small ones would cost more in headers than they contain.
 * The participant's pages use none of it.
 */
const sharedChunks = [
  // Both entries use it.
  { name: 'preload', test: /preload-helper/, priority: 4 },
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!.*virtual)[^/]+)\//,
    priority: 3,
  },
  {
    name: 'primitives',
    test: /node_modules\/(radix-ui|@radix-ui\/[^/]+|@floating-ui\/[^/]+|react-remove-scroll[^/]*|aria-hidden)\//,
    priority: 2,
    minShareCount: 3,
  },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
  {
    name: 'shared',
    test: /\/web\/src\/(ui|lib(?!\/(call|uploads)))\/|\/sdk\/src\/|\/openapi-fetch\/|\/web\/src\/data\/(keys|me|projects|members|workspace|live)/,
    minShareCount: 3,
  },
  {
    // Parts of the first pages that other pages use, too.
    name: 'first-pages',
    test: /\/web\/src\/(lib\/(uploads\/|key-names)|data\/(files?|uploads|sample)\.ts|features\/(uploads|projects)\/|features\/files\/(dropped-files|file-picker))/,
    minShareCount: 2,
  },
];

export default defineConfig({
  plugins: [
    react({ refreshExclude: /participant|node_modules/ }),
    tailwind(),
    participantPages(),
    compressedAssets(),
  ],
  // The sources of the SDK, so that the application builds without building the SDK first.
  resolve: { conditions: ['@parley/source', ...defaultClientConditions] },
  // The server replaces this placeholder with a new nonce in every response: server/src/http/pages.ts.
  html: { cspNonce: 'parley-nonce' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // The participant's pages are an entry of their own, so that a phone loads nothing of the application.
    rolldownOptions: {
      input: { index: 'index.html', participant: 'participant.html' },
      output: { codeSplitting: { groups: sharedChunks } },
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
