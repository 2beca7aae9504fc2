import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

export default defineConfig({
  plugins: [react({ refreshExclude: /participant|node_modules/ }), tailwind(), participantPages()],
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
    rolldownOptions: { input: { index: 'index.html', participant: 'participant.html' } },
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
