import { expect, test } from 'vitest';
import { axisTicks, fillMissingDays } from './day-series.ts';

test('days without an entry are zero, also over the end of a month', () => {
  const days = fillMissingDays({ from: '2026-02-27', to: '2026-03-02' }, [{ day: '2026-03-01', total: 4 }]);
  expect(days.map(({ day, total }) => `${day} ${total}`)).toEqual([
    '2026-02-27 0',
    '2026-02-28 0',
    '2026-03-01 4',
    '2026-03-02 0',
  ]);
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [42, [0, 20, 40, 60]],
  [1000, [0, 500, 1000]],
  [12_345, [0, 5000, 10_000, 15_000]],
])('the axis up to %d has the ticks %j', (maximum, ticks) => {
  expect(axisTicks(maximum)).toEqual(ticks);
});

test('an axis has at most six ticks and covers the maximum', () => {
  for (let maximum = 0; maximum < 5000; maximum += 7) {
    const ticks = axisTicks(maximum);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(maximum);
  }
});
