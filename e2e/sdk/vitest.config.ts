import { defineConfig } from 'vitest/config';

/** `npm run test:sdk`: tests the packed SDK in a separate project. Not part of the other tests, because it installs packages. */
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
