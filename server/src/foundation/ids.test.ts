import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { type IdKind, idPrefixes, idTimeMs, isId, newId } from './ids.ts';

const kinds = Object.keys(idPrefixes) as IdKind[];
const kind = fc.constantFrom(...kinds);
// A UUIDv7 contains 48 bits of milliseconds: past the year 10000.
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('an id', () => {
  test('accepts an id for its own kind only', () => {
    fc.assert(
      fc.property(kind, time, (of, at) => {
        const id = newId(of, at);
        expect(kinds.filter((other) => isId(other, id))).toEqual([of]);
        expect(id).toMatch(/^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/);
      }),
    );
  });

  test('contains the millisecond of its creation', () => {
    fc.assert(fc.property(kind, time, (of, at) => void expect(idTimeMs(newId(of, at))).toBe(at)));
  });

  test('sorts by creation time when compared as bytes', () => {
    fc.assert(
      fc.property(kind, time, time, (of, a, b) => {
        fc.pre(a !== b);
        expect(Math.sign(byBytes(newId(of, a), newId(of, b)))).toBe(Math.sign(a - b));
      }),
    );
  });

  test('encodes a UUIDv7 (RFC 9562)', () => {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    fc.assert(
      fc.property(time, (at) => {
        const value = [...newId('project', at).slice(4)].reduce(
          (sum, character) => (sum << 5n) | BigInt(alphabet.indexOf(character)),
          0n,
        );
        expect(value < 1n << 128n).toBe(true);
        expect((value >> 76n) & 15n).toBe(7n);
        expect((value >> 62n) & 3n).toBe(2n);
      }),
    );
  });

  test('creates unique ids within one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('event', 1_700_000_000_000));
    expect(new Set(ids).size).toBe(20_000);
  });

  test('recognizes no id in arbitrary text', () => {
    fc.assert(
      fc.property(kind, anyText(), (of, text) => {
        expect(isId(of, text)).toBe(false);
        expect(isId(of, `${idPrefixes[of]}_${text}`)).toBe(/^[0-9a-hjkmnp-tv-z]{26}$/.test(text));
      }),
    );
  });
});
