import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:fresh`: tests a fresh clone with real processes. Separate from the other tests, because it installs packages. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['*.test.ts'],
    globalSetup: ['./clone.ts'],
    testTimeout: 600_000,
    hookTimeout: 240_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
