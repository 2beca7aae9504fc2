import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The sources of the SDK, so that tests of the application run without building the SDK first.
  resolve: { alias: { '@parley/sdk': fileURLToPath(new URL('sdk/src/index.ts', import.meta.url)) } },
  test: {
    include: [
      'server/src/**/*.test.ts',
      'packages/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['server/test/postgres.ts'],
    // CI has two slow, shared cores. Long time-outs cost nothing when tests pass.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A second attempt in CI, where other work may starve a process for minutes. Vitest reports every test that needed it.
    retry: process.env.CI ? 1 : 0,
    pool: 'forks',
    // Many tests wait for processes and sockets, so two cores can run three workers.
    maxWorkers: 3,
    reporters: ['default'],
  },
});
