import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { decodeCursor, encodeCursor, isCursor, listFingerprint } from './cursor.ts';
import { AppError } from './errors.ts';

const storable = fc
  .string({ unit: 'grapheme' })
  .filter((text) => text.isWellFormed() && !text.includes('\0'));
const position = fc.record({ key: storable, id: storable });
const filters = fc.dictionary(fc.string({ maxLength: 8 }), fc.option(fc.string(), { nil: undefined }));

const refused = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return (
      error instanceof AppError && error.code === 'validation_failed' && error.details[0]?.field === 'cursor'
    );
  }
  return false;
};

describe('a cursor', () => {
  test('decodes to the encoded position and needs no escaping in a URL', () => {
    fc.assert(
      fc.property(filters, position, (parts, at) => {
        const mark = listFingerprint(parts);
        const cursor = encodeCursor(mark, at);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(mark, cursor)).toEqual(at);
      }),
    );
  });

  test('refuses a cursor in a list with another fingerprint', () => {
    fc.assert(
      fc.property(filters, filters, position, (one, other, at) => {
        const marks = [listFingerprint(one), listFingerprint(other)] as const;
        fc.pre(marks[0] !== marks[1]);
        expect(refused(() => decodeCursor(marks[1], encodeCursor(marks[0], at)))).toBe(true);
      }),
    );
  });

  test('refuses arbitrary text as a cursor, or decodes it to two storable strings', () => {
    const mark = listFingerprint({ list: 'projects' });
    const text = fc.oneof(
      anyText(),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
      fc
        .array(fc.jsonValue())
        .map((parts) => Buffer.from(JSON.stringify([mark, ...parts])).toString('base64url')),
    );
    fc.assert(
      fc.property(text, (cursor) => {
        if (refused(() => decodeCursor(mark, cursor))) return;
        const { key, id } = decodeCursor(mark, cursor);
        expect(typeof key === 'string' && typeof id === 'string').toBe(true);
        expect(`${key}${id}`).not.toContain('\0');
      }),
      { numRuns: 500 },
    );
  });

  test('refuses a cursor after any character changes, or decodes it to another position', () => {
    const mark = listFingerprint({ list: 'projects' });
    fc.assert(
      fc.property(position, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (at, place, character) => {
        const cursor = encodeCursor(mark, at);
        const index = place % cursor.length;
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
        if (!refused(() => decodeCursor(mark, changed)))
          expect(() => decodeCursor(mark, changed)).not.toThrow();
      }),
    );
  });
});

describe('the fingerprint of a list', () => {
  test('does not depend on the order of the filters or on filters that are not set', () => {
    fc.assert(
      fc.property(filters, (parts) => {
        const reversed = Object.fromEntries(Object.entries(parts).reverse());
        const set = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
        expect(listFingerprint(reversed)).toBe(listFingerprint(parts));
        expect(listFingerprint(set)).toBe(listFingerprint(parts));
      }),
    );
  });

  test('differs when a filter moves from one name to another', () => {
    expect(listFingerprint({ a: 'x' })).not.toBe(listFingerprint({ b: 'x' }));
    expect(listFingerprint({ a: 'x', b: 'y' })).not.toBe(listFingerprint({ a: 'y', b: 'x' }));
    expect(listFingerprint({ a: 'x","b' })).not.toBe(listFingerprint({ a: 'x', b: '' }));
  });
});

describe('an invalid cursor', () => {
  const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('recognizes an invalid cursor without knowing the list', () => {
    const cursor = encodeCursor('list', { key: 'k', id: 'i' });
    expect(isCursor(cursor)).toBe(true);
    for (const bad of ['', 'abc', ` ${cursor}`, `${cursor} `, `${cursor}=`, write(['list', 5, 'i'])])
      expect({ bad, is: isCursor(bad) }).toEqual({ bad, is: false });
  });

  test.each([
    ['an object', { 0: 'list', 1: 'k', 2: 'i', length: 3 }],
    ['a text', 'abc'],
    ['null', null],
    ['two parts', ['list', 'k']],
    ['four parts', ['list', 'k', 'i', 'x']],
    ['a part that is a list', ['list', [], 'i']],
    ['a part with NUL', ['list', 'k\0', 'i']],
    ['a part with half of a surrogate pair', ['list', 'k', '\ud800']],
  ])('refuses a cursor that contains %s', (_, value) => {
    expect(isCursor(write(value))).toBe(false);
  });

  test('refuses a cursor that is not written as this API writes it', () => {
    const cursor = encodeCursor('list', { key: 'k', id: 'ij' });
    // The last character carries bits that decoding ignores.
    const last = String.fromCharCode(cursor.charCodeAt(cursor.length - 1) + 1);
    const changed = cursor.slice(0, -1) + last;
    expect(Buffer.from(changed, 'base64url')).toEqual(Buffer.from(cursor, 'base64url'));
    expect([isCursor(cursor), isCursor(changed)]).toEqual([true, false]);
    expect(isCursor(Buffer.from('["list","k"').toString('base64url'))).toBe(false);
  });

  test('a fingerprint has eight characters, so that cursors are short', () => {
    expect(listFingerprint({ sort: 'name' })).toMatch(/^[\w-]{8}$/);
  });

  test('refuses a cursor of more than 2,000 characters', () => {
    const long = encodeCursor('list', { key: 'k'.repeat(1600), id: 'i' });
    expect(long.length).toBeGreaterThan(2000);
    expect(isCursor(long)).toBe(false);
  });

  test('reports a cursor that belongs to another list as such', () => {
    const cursor = encodeCursor('list', { key: 'k', id: 'i' });
    try {
      decodeCursor('another', cursor);
      expect.unreachable();
    } catch (error) {
      const message =
        'This cursor belongs to a list with another sort order or other filters. Start again without a cursor.';
      expect((error as AppError).details).toEqual([{ field: 'cursor', message }]);
    }
  });
});
