import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwind()],
  // The sources of the SDK, so that the application builds without building the SDK first.
  resolve: { conditions: ['@parley/source', ...defaultClientConditions] },
  // The server replaces this placeholder with a new nonce in every response: server/src/http/pages.ts.
  html: { cspNonce: 'parley-nonce' },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false, chunkSizeWarningLimit: 700 },
});
