import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/browser/*.test.ts'],
    globalSetup: ['server/test/postgres.ts'],
    // On a shared machine a process may be starved for longer than a test can wait.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // The default is one second, and a loaded machine is slower.
    expect: { poll: { timeout: 30_000 } },
    // Two servers and two browsers would compete for the cores of a small machine.
    fileParallelism: false,
    reporters: ['default'],
  },
});
