import { describe, expect, test } from 'vitest';
import { indexById, quoteAt, rangeOfTokens, type TextRange } from './text-range.ts';
import { tokenise, Vocabulary } from './tokens.ts';

const segments = [
  { id: 'a', text: 'What did you expect?' },
  { id: 'b', text: '😀 A button' },
  { id: 'c', text: 'to go back.' },
];
const range = (first: string, start: number, last: string, end: number): TextRange => ({
  segment_id: first,
  start_character: start,
  end_segment_id: last,
  end_character: end,
});

describe('the words of a range', () => {
  test.each([
    ['a part of a segment', range('a', 5, 'a', 12), 'did you'],
    ['a whole segment', range('c', 0, 'c', 11), 'to go back.'],
    ['a segment with an emoji, by code points', range('b', 2, 'b', 10), 'A button'],
    ['two segments', range('b', 4, 'c', 5), 'button to go'],
    ['three segments', range('a', 13, 'c', 2), 'expect? 😀 A button to'],
  ])('returns the words of %s', (_, given, words) => {
    expect(quoteAt(segments, indexById(segments), given)).toBe(words);
  });

  test.each([
    ['starts in an unknown segment', range('x', 0, 'a', 4)],
    ['ends in an unknown segment', range('a', 0, 'x', 4)],
    ['ends before it starts', range('b', 0, 'a', 4)],
    ['has no characters', range('a', 4, 'a', 4)],
    ['starts after the end of its segment', range('a', 40, 'a', 50)],
  ])('returns no words if the range %s', (_, given) => {
    expect(quoteAt(segments, indexById(segments), given)).toBeUndefined();
  });
});

test('the range of tokens extends from the first to the last, minus the characters that are cut', () => {
  const tokens = tokenise(segments, new Vocabulary());
  expect(rangeOfTokens(segments, tokens, 1, 2)).toEqual(range('a', 5, 'a', 12));
  expect(rangeOfTokens(segments, tokens, 7, 8)).toEqual(range('b', 4, 'c', 2));
  expect(rangeOfTokens(segments, tokens, 1, 2, { start: 1, end: 2 })).toEqual(range('a', 6, 'a', 10));
});
