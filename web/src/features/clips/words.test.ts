import { expect, test } from 'vitest';
import { moveItem } from './move-item.ts';
import { cuesOf, wordsIn } from './words.ts';

const segments = [
  { id: 'a', speaker: 'Ada', text: 'What now?', start_seconds: 0, end_seconds: 2 },
  { id: 'b', speaker: 'Ben', text: 'I left then', start_seconds: 2, end_seconds: 5 },
];
const word = (text: string, start_seconds: number, start_character: number) => ({
  text,
  start_character,
  start_seconds,
  end_seconds: start_seconds + 1,
});

test('only the words whose middle is in the range are said in it', () => {
  const times = new Map([['b', [word('I', 2, 0), word('left', 3, 2), word('then', 4, 7)]]]);
  expect(wordsIn({ start: 0, end: 4 }, segments, times)).toMatchObject([
    { id: 'a', speaker: 'Ada', text: 'What now?' },
    { id: 'b', speaker: 'Ben', text: 'I left' },
  ]);
});

test('words without known times are estimated', () => {
  expect(wordsIn({ start: 4, end: 5 }, segments, undefined).map(({ text }) => text)).toEqual(['then']);
});

test('captions of several parts follow one another', () => {
  const parts = [
    { start: 1, end: 3, segments },
    { start: 4, end: 5, segments },
  ];
  expect(cuesOf(parts)).toEqual([
    { start: 0, end: 1, text: 'now?' },
    { start: 1, end: 2, text: 'I' },
    { start: 2, end: 3, text: 'then' },
  ]);
});

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('moving item %d to %d keeps the others in order', (from, to, expected) => {
  expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(expected);
});
