import { expect, test } from 'vitest';
import { placeLabels } from './label-places.ts';

const label = (tagId: string, line: number) => ({ tagId, taggingIds: [`tgg_${tagId}`], line });
const placesOf = (wanted: ReturnType<typeof label>[], lines: number) =>
  placeLabels(wanted, lines).map(({ tagId, line, more }) => [tagId, line, more.map((one) => one.tagId)]);

test('a label is beside the line where its highlight begins', () => {
  expect(placesOf([label('b', 3), label('a', 0)], 5)).toEqual([
    ['a', 0, []],
    ['b', 3, []],
  ]);
});

test('labels of the same line move to the next free lines', () => {
  expect(placesOf([label('a', 1), label('b', 1), label('c', 2)], 5)).toEqual([
    ['a', 1, []],
    ['b', 2, []],
    ['c', 3, []],
  ]);
});

test('labels near the end move up to find room', () => {
  expect(placesOf([label('a', 2), label('b', 2)], 3)).toEqual([
    ['a', 1, []],
    ['b', 2, []],
  ]);
});

test('labels without a line of their own share the last one', () => {
  expect(placesOf([label('a', 0), label('b', 0), label('c', 0)], 2)).toEqual([
    ['a', 0, []],
    ['b', 1, ['c']],
  ]);
  expect(placesOf([label('a', 0), label('b', 0)], 1)).toEqual([['a', 0, ['b']]]);
});

test('two labels never have the same line, for any wishes', () => {
  for (let lines = 1; lines < 6; lines++)
    for (let count = 0; count < 8; count++) {
      const wanted = Array.from({ length: count }, (_, n) => label(String(n), (n * 7 + lines) % lines));
      const placed = placeLabels(wanted, lines);
      const used = placed.map(({ line }) => line);
      expect(new Set(used).size).toBe(used.length);
      expect(used.every((line) => line >= 0 && line < lines)).toBe(true);
      expect(placed.reduce((sum, { more }) => sum + 1 + more.length, 0)).toBe(count);
    }
});
