import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'packages/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: ['server/test/postgres.ts'],
    // Two small cores are the machine to reckon with: patience costs nothing when things go well.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Many tests wait for clocks, processes and sockets: a third worker uses what two cores leave idle.
    maxWorkers: 3,
    reporters: ['default'],
  },
});
