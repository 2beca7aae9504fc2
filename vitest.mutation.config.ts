import { defineConfig } from 'vitest/config';

/** These tests take seconds and would run again for every mutant of their module. The other tests of the module remain. */
const slow = [
  'random changes lose no anchor',
  'through any split and its join',
  'folding the case changes no character',
  'whose names share words leave nothing',
  'from a long text of',
];

/** The unit tests of the modules that stryker.config.json mutates. They need no database. */
export default defineConfig({
  test: {
    include: [
      'server/src/foundation/{cursor,api-key,ids,cidr}.test.ts',
      'server/src/features/deliveries/{engine/schedule,engine/outcome,webhooks/disable-rule,webhooks/signature}.test.ts',
      'server/src/platform/outbound/{address,url-rules}.test.ts',
      'server/src/http/gates/{admission,faults,rate-limit-gate,text}.test.ts',
      'server/src/features/engage/participants/consent-rules.test.ts',
      'server/src/features/engage/calls/peer-rules.test.ts',
      'server/src/features/engage/tests/reachability.test.ts',
      'server/src/features/engage/responses/path.test.ts',
      'server/src/platform/word-removal/*.test.ts',
      'server/src/features/sources/transcripts/anchors/{anchors,cut-words,locate,relocate,text-range}.test.ts',
    ],
    // It measures processor time, which Stryker's changed code uses more of.
    exclude: ['server/src/platform/word-removal/hostile-texts.test.ts'],
    testNamePattern: new RegExp(`^(?!.*(${slow.join('|')}))`),
    isolate: false,
    testTimeout: 60_000,
  },
});
