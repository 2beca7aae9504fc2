import { describe, expect, it } from 'vitest';
import { formatPreciseTimecode } from './format.ts';
import { parseTimecode } from './timecode.ts';

describe('times of a recording', () => {
  it.each([
    ['7', 7],
    ['12:07', 727],
    ['12:07.5', 727.5],
    ['12:07,25', 727.25],
    ['1:02:07', 3727],
    [' 0:00.0 ', 0],
    ['90', 90],
    ['75:00', 4500],
  ])('reads %s', (text, seconds) => expect(parseTimecode(text)).toBe(seconds));

  it.each(['', 'abc', '1:60', '1:60:00', '-1', '1:2:3:4', '1.5.5'])('refuses %s', (text) =>
    expect(parseTimecode(text)).toBeUndefined(),
  );

  it('reads back what it writes', () => {
    for (let tenths = 0; tenths < 80_000; tenths += 37)
      expect(parseTimecode(formatPreciseTimecode(tenths / 10))).toBeCloseTo(tenths / 10, 5);
  });
});
