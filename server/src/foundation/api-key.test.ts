import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashApiKey, isApiKey, maskApiKey, newApiKey } from './api-key.ts';

const key = fc.noShrink(fc.constant(null).map(newApiKey));
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  test('has the format of spec §2.2 and is recognized', () => {
    fc.assert(
      fc.property(key, (made) => {
        expect(made).toMatch(/^prl_live_[0-9A-Za-z]{46}$/);
        expect(isApiKey(made)).toBe(true);
      }),
    );
  });

  test('with any one character changed is no key', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: 54 }), fc.constantFrom(...base62), (made, at, other) => {
        const changed = made.slice(0, at) + other + made.slice(at + 1);
        expect(isApiKey(changed)).toBe(changed === made);
      }),
      { numRuns: 1000 },
    );
  });

  test('with two neighbours swapped is no key', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: 53 }), (made, at) => {
        const swapped = made.slice(0, at) + made[at + 1] + made[at] + made.slice(at + 2);
        expect(isApiKey(swapped)).toBe(swapped === made);
      }),
    );
  });

  test('cut short, lengthened, or in other letters is no key', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: 54 }), fc.string({ minLength: 1, unit: 'binary' }), (made, at, more) => {
        expect(isApiKey(made.slice(0, at))).toBe(false);
        expect(isApiKey(made + more)).toBe(false);
        expect(isApiKey(more + made)).toBe(false);
        expect(isApiKey(`${made}\n`)).toBe(false);
      }),
    );
  });

  test('is never any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(isApiKey(text)).toBe(false)));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...base62), minLength: 46, maxLength: 46 }),
        (secret) =>
          // One in 2^32 would be: the checksum, not the secret, is what is tried here.
          void expect(isApiKey(`prl_live_${secret}`)).toBe(false),
      ),
    );
  });

  test('is never made twice, and its mask shows the last four characters only', () => {
    const keys = Array.from({ length: 500 }, newApiKey);
    expect(new Set(keys).size).toBe(500);
    expect(new Set(keys.map((one) => hashApiKey(one))).size).toBe(500);
    expect(maskApiKey('9fK2')).toBe('prl_live_••••••••9fK2');
  });
});
