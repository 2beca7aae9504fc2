import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/browser/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // One server and one browser: two of each would only wait for each other on a small machine.
    fileParallelism: false,
    reporters: ['default'],
  },
});
