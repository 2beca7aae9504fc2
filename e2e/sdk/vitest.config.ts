import { defineConfig } from 'vitest/config';

/** The packed SDK in a project of its own: `npm run test:sdk`. Apart from the other tests, because it installs. */
export default defineConfig({
  test: {
    include: ['e2e/sdk/*.test.ts'],
    globalSetup: ['server/test/postgres.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
