import { expect, test } from 'vitest';
import { agreement, bestAssignment, macroF1, wordErrors, wordsOf } from './score.ts';

test('precision, recall and F1 are 0 if nothing was returned', () => {
  expect(agreement({ right: 0, returned: 0, expected: 4 })).toEqual({ precision: 0, recall: 0, f1: 0 });
  expect(agreement({ right: 1, returned: 2, expected: 4 })).toEqual({
    precision: 0.5,
    recall: 0.25,
    f1: 1 / 3,
  });
});

test('macro-F1 counts a rare label as much as a frequent one', () => {
  const pairs = [
    { expected: 'a', returned: 'a' },
    { expected: 'a', returned: 'a' },
    { expected: 'b', returned: 'a' },
  ];
  expect(macroF1(pairs, ['a', 'b'])).toBeCloseTo(0.4);
});

test.each([
  ['one two three', 'one two three', 0],
  ['one two three', 'one three', 1],
  ['one two three', 'one too three four', 2],
  ['one', '', 1],
  ['', 'one two', 2],
])('word errors of "%s" and "%s" are %d', (expected, returned, errors) => {
  expect(wordErrors(wordsOf(expected), wordsOf(returned))).toBe(errors);
});

test('words have no case or punctuation, and numbers are spelled out', () => {
  expect(wordsOf("Don't pay 42%, OK? 300!")).toEqual(
    'dont pay forty two per cent okay three hundred'.split(' '),
  );
});

test('each speaker is assigned a label of their own', () => {
  expect(
    bestAssignment([
      [5, 9],
      [1, 8],
    ]),
  ).toBe(13);
  expect(bestAssignment([[5], [4], [9]])).toBe(9);
});
