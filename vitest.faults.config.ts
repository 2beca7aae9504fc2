import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 300_000, hookTimeout: 120_000, pool: 'forks' } as const;

/**
 * The thirteen proofs of the delivery engine: those that kill, stop and cut real processes live in e2e/faults, the others
 * beside the code they prove.
 */
export default defineConfig({
  test: {
    // One at a time: each has the whole of a small machine.
    fileParallelism: false,
    reporters: ['verbose'],
    projects: [
      { test: { ...patience, name: 'faults', include: ['e2e/faults/*.test.ts'] } },
      {
        test: {
          ...patience,
          name: 'proofs',
          globalSetup: ['server/test/postgres.ts'],
          include: [
            'server/src/features/deliveries/{engine,webhooks}/**/*.test.ts',
            'server/src/platform/outbound/*.test.ts',
            'server/src/http/gates/{idempotency,killed-twin}.test.ts',
            'server/src/platform/database/keyset-page.test.ts',
          ],
        },
      },
    ],
  },
});
