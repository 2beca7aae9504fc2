import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that measure the memory of their own process. */
const measureMemory = [
  'server/src/platform/outbound/outbound.test.ts',
  'server/src/platform/storage/memory.test.ts',
];

export default defineConfig({
  // The sources of the SDK, so that tests of the application run without building the SDK first.
  resolve: { alias: { '@parley/sdk': fileURLToPath(new URL('sdk/src/index.ts', import.meta.url)) } },
  test: {
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
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [
            'packages/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'bench/**/*.test.ts',
            ...measureMemory,
          ],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'sdk/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...measureMemory],
          globalSetup: ['server/test/postgres.ts'],
          // A worker process loads the server once for all of its files: to load it takes longer than many files run. The server
          // has no module whose variables a test could change.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
