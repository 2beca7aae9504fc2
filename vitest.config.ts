import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/src/**/*.test.ts', 'sdk/src/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['server/test/postgres.ts'],
    // Two small cores are the machine to reckon with: patience costs nothing when things go well.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    reporters: ['default'],
  },
});
