import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutMargin, markerPx, type Place } from './layout.ts';

const place = (id: string, top: number): Place => ({ id, top });

test('a marker stands at the line of its thread', () => {
  const { above, below } = layoutMargin([place('a', 40), place('b', 200)]);
  expect(above).toEqual([]);
  expect(below).toEqual([
    { ids: ['a'], top: 40 },
    { ids: ['b'], top: 200 },
  ]);
});

test('markers without room for both become one', () => {
  const { below } = layoutMargin([place('a', 40), place('b', 50), place('c', 40 + markerPx)]);
  expect(below).toEqual([
    { ids: ['a', 'b'], top: 40 },
    { ids: ['c'], top: 40 + markerPx },
  ]);
});

test('the markers that an open thread would cover move below it and become one', () => {
  const places = [place('a', 100), place('b', 130), place('c', 180), place('d', 400)];
  expect(layoutMargin(places, { id: 'a', height: 120 })).toEqual({
    above: [],
    below: [
      { ids: ['b', 'c'], top: 220 },
      { ids: ['d'], top: 400 },
    ],
  });
});

test('a marker that is close above an open thread moves up', () => {
  const places = [place('a', 20), place('b', 95), place('c', 100)];
  expect(layoutMargin(places, { id: 'c', height: 120 }).above).toEqual([
    { ids: ['a'], top: 20 },
    { ids: ['b'], top: 100 - markerPx },
  ]);
});

test('markers never overlap each other or the open thread, and none is lost', () => {
  const tops = fc.uniqueArray(fc.nat(600), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(tops, fc.nat(11), fc.integer({ min: 40, max: 300 }), (list, at, height) => {
      const places = list.toSorted((a, b) => a - b).map((top, i) => place(String(i), top));
      const open = places[at % places.length] as Place;
      const { above, below } = layoutMargin(places, { id: open.id, height });
      const boxes = [
        ...above.map(({ top }) => [top, top + markerPx] as const),
        [open.top, open.top + height] as const,
        ...below.map(({ top }) => [top, top + markerPx] as const),
      ];
      for (const [i, [, end]] of boxes.entries())
        expect(boxes[i + 1]?.[0] ?? end).toBeGreaterThanOrEqual(end);
      expect(Math.min(...boxes.map(([top]) => top))).toBeGreaterThanOrEqual(0);
      const ids = [...above, ...below].flatMap((item) => item.ids);
      expect([...ids, open.id].sort()).toEqual(places.map(({ id }) => id).sort());
    }),
  );
});
