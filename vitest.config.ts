import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Tests that take long and rarely fail are in files named `*.long.test.ts`. `npm test` leaves them out, so that it ends within
 * minutes; `npm run test:long` runs only them.
 */
const long = process.env.TEST_LONG === '1';
const files = (folder: string, extension = 'ts') => `${folder}/**/*${long ? '.long' : ''}.test.${extension}`;
const excluded = ['**/node_modules/**', ...(long ? [] : ['**/*.long.test.ts'])];

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
            files('packages'),
            files('web/src', '{ts,tsx}'),
            files('bench'),
            ...(long ? [] : measureMemory),
          ],
          exclude: excluded,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [files('server/src'), files('sdk/src'), files('tools')],
          exclude: [...excluded, ...measureMemory],
          globalSetup: ['server/test/postgres.ts'],
          // A worker process loads the server once for all of its files: to load it takes longer than many files run. The server
          // has no module whose variables a test could change.
          isolate: false,
        },
      },
    ],
  },
});
