import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 300_000, hookTimeout: 120_000, pool: 'forks' } as const;
// On a shared machine a process may be starved for longer than a test can wait.
const retry = process.env.CI ? 1 : 0;

/**
 * The guarantees of the delivery engine. Tests that kill or stop real processes and cut connections are in e2e/faults, the
 * others next to the code they test.
 */
export default defineConfig({
  test: {
    // One file at a time, because each test needs both cores of the CI machine.
    fileParallelism: false,
    reporters: ['verbose'],
    projects: [
      { test: { ...timeouts, retry, name: 'faults', include: ['e2e/faults/*.test.ts'] } },
      {
        test: {
          ...timeouts,
          name: 'guarantees',
          globalSetup: ['server/test/postgres.ts'],
          include: [
            'server/src/features/deliveries/{engine,webhooks}/**/*.test.ts',
            'server/src/platform/outbound/*.test.ts',
            'server/src/http/gates/{idempotency,idempotency-crash}.test.ts',
            'server/src/platform/database/keyset-page.test.ts',
          ],
        },
      },
    ],
  },
});
