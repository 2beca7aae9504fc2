import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** A newcomer's clone and real processes: `npm run test:fresh`. Apart from the other tests, because it installs. */
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
