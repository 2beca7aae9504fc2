import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 300_000, hookTimeout: 120_000, pool: 'forks' } as const;

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
      { test: { ...timeouts, name: 'faults', include: ['e2e/faults/*.test.ts'] } },
      {
        test: {
          ...timeouts,
          name: 'guarantees',
          globalSetup: ['server/test/postgres.ts'],
          include: [
            'server/src/features/deliveries/{engine,webhooks}/**/*.test.ts',
            'server/src/platform/outbound/*.test.ts',
            'server/src/http/gates/{idempotency,idempotency-crash.long}.test.ts',
            'server/src/platform/database/keyset-page.test.ts',
          ],
        },
      },
    ],
  },
});
