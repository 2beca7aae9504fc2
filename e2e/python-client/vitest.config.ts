import { defineConfig } from 'vitest/config';

/** `npm run test:python-client`: generates a Python client from openapi.json. Not part of the other tests, because it needs Python packages. */
export default defineConfig({
  test: {
    include: ['e2e/python-client/*.test.ts'],
    globalSetup: ['server/test/postgres.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
