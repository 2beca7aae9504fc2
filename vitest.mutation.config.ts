import { defineConfig } from 'vitest/config';

/** The unit tests of the modules that stryker.config.json mutates. They need no database. */
export default defineConfig({
  test: {
    include: [
      'server/src/foundation/{cursor,api-key,ids,cidr}.test.ts',
      'server/src/features/deliveries/{engine/schedule,engine/outcome,webhooks/disable-rule,webhooks/signature}.test.ts',
      'server/src/platform/outbound/{address,url-rules}.test.ts',
      'server/src/http/gates/{admission,faults,rate-limit-gate,text}.test.ts',
    ],
    testTimeout: 10_000,
  },
});
