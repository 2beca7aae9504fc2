import { expect, test } from 'vitest';
import { barsIn, keyTarget, moveEnd, windowAround } from './trim-range.ts';

const range = { start: 10, end: 14 };

test.each([
  ['start', 8, { start: 8, end: 14 }],
  ['start', -3, { start: 0, end: 14 }],
  ['start', 20, { start: 13.9, end: 14 }],
  ['end', 16.25, { start: 10, end: 16.25 }],
  ['end', 99, { start: 10, end: 60 }],
  ['end', 2, { start: 10, end: 10.1 }],
] as const)('moving the %s to %d stays inside the recording', (end, to, expected) => {
  expect(moveEnd(range, end, to, 60)).toEqual(expected);
});

test.each([
  ['ArrowLeft', false, 9.9],
  ['ArrowRight', false, 10.1],
  ['ArrowLeft', true, 9],
  ['ArrowUp', true, 11],
  ['PageUp', false, 20],
  ['Home', false, 0],
  ['End', false, 14],
  ['a', false, undefined],
])('the key %s with shift %s moves a handle at 10 to %s', (key, shift, expected) => {
  expect(keyTarget(key, shift, 10, { start: 0, end: 14 })).toBe(expected);
});

test('steps of a tenth do not accumulate errors of floating point', () => {
  let at = 0;
  for (let step = 0; step < 30; step++) at = keyTarget('ArrowRight', false, at, { start: 0, end: 9 }) ?? at;
  expect(at).toBe(3);
});

test('the window shows the range and space around it, inside the recording', () => {
  expect(windowAround(range, 60)).toEqual({ start: 5, end: 19 });
  expect(windowAround({ start: 1, end: 58 }, 60)).toEqual({ start: 0, end: 60 });
});

test('bars are the loudest peaks of their time, relative to the loudest shown', () => {
  expect(barsIn([0.1, 0.2, 0.4, 0.1], 4, { start: 0, end: 4 }, 2)).toEqual([0.5, 1]);
  expect(barsIn([], 4, { start: 0, end: 4 }, 2)).toEqual([]);
  expect(barsIn([0.5], 10, { start: 2, end: 4 }, 3)).toHaveLength(3);
});
