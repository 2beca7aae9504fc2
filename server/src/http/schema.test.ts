import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languagePattern } from './schema.ts';

const language = new RegExp(`^${languagePattern}$`);

test('Intl accepts every text that is accepted as a language', () => {
  fc.assert(
    fc.property(fc.stringMatching(language), (tag) => {
      expect(Intl.getCanonicalLocales(tag)).toHaveLength(1);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['en-USA', 'de-de-de', 'zh-CN-TW', 'en-GB-oed', 'xx-yy-zz-11', 'auto'])(
  '%s is no language',
  (tag) => {
    expect(language.test(tag)).toBe(false);
  },
);

test.each(['en', 'pt-BR', 'zh-Hant-TW', 'es-419', 'de-CH-1901'])('%s is a language', (tag) => {
  expect(language.test(tag)).toBe(true);
});
