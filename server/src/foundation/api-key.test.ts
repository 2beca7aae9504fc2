import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { hashApiKey, isApiKey, maskApiKey, newApiKey } from './api-key.ts';

const key = fc.noShrink(fc.constant(null).map(newApiKey));
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  test('an API key has the format of spec §2.2 and is recognized', () => {
    fc.assert(
      fc.property(key, (made) => {
        expect(made).toMatch(/^prl_live_[0-9A-Za-z]{46}$/);
        expect(isApiKey(made)).toBe(true);
      }),
    );
  });

  test('rejects an API key after any single character changes', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: 54 }), fc.constantFrom(...base62), (made, at, other) => {
        const changed = made.slice(0, at) + other + made.slice(at + 1);
        expect(isApiKey(changed)).toBe(changed === made);
      }),
      { numRuns: 1000 },
    );
  });

  test('rejects an API key after two adjacent characters are swapped', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: 53 }), (made, at) => {
        const swapped = made.slice(0, at) + made[at + 1] + made[at] + made.slice(at + 2);
        expect(isApiKey(swapped)).toBe(swapped === made);
      }),
    );
  });

  test('rejects an API key that is truncated or has extra characters', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: 54 }), anyText({ minLength: 1 }), (made, at, more) => {
        expect(isApiKey(made.slice(0, at))).toBe(false);
        expect(isApiKey(made + more)).toBe(false);
        expect(isApiKey(more + made)).toBe(false);
        expect(isApiKey(`${made}\n`)).toBe(false);
      }),
    );
  });

  test('recognizes no API key in arbitrary text or without a valid checksum', () => {
    fc.assert(fc.property(anyText(), (text) => void expect(isApiKey(text)).toBe(false)));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...base62), minLength: 46, maxLength: 46 }),
        (secret) =>
          // A random secret has a valid checksum with a probability of 1 in 2^32.
          void expect(isApiKey(`prl_live_${secret}`)).toBe(false),
      ),
    );
  });

  test('creates unique API keys whose mask shows only the last four characters', () => {
    const keys = Array.from({ length: 500 }, newApiKey);
    expect(new Set(keys).size).toBe(500);
    expect(new Set(keys.map((one) => hashApiKey(one))).size).toBe(500);
    expect(maskApiKey('9fK2')).toBe('prl_live_••••••••9fK2');
  });
});
