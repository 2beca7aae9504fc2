import { describe, expect, it } from 'vitest';
import { listOf, quoteOf } from './selection.ts';
import { selectedWords, splitPoint } from './word-bounds.ts';

/** The words of a selection from and to the given characters. */
function selected(texts: string[], start: number, end: number): string {
  const list = listOf(texts.map((text, n) => ({ id: `seg_${n}`, text })));
  const passage = selectedWords(list, {
    anchor: { segmentId: 'seg_0', character: start },
    focus: { segmentId: `seg_${texts.length - 1}`, character: end },
  });
  if (!passage) throw new Error('Nothing is selected.');
  return quoteOf(list, passage);
}

describe('a selection', () => {
  it.each([
    ['starts and ends inside a word', ['It happened twice.'], 5, 13, 'happened twice'],
    ['is a part of one word', ['It happened twice.'], 5, 8, 'happened'],
    ['is exactly one word', ['It happened twice.'], 3, 11, 'happened'],
    ['ends inside the last word of the text', ['It happened'], 3, 6, 'happened'],
    ['is exactly one part of a hyphenated word', ['The wi-fi works.'], 4, 6, 'wi'],
    ['ends before an apostrophe', ['I don’t know.'], 2, 5, 'don’t'],
    ['has characters outside the basic plane before it', ['👩‍👩‍👧 It happened twice.'], 11, 14, 'happened'],
    ['is in a language without spaces', ['私は本を読みます。'], 4, 6, '読み'],
    ['has Latin letters in a language without spaces', ['これはParleyです。'], 4, 6, 'Parley'],
    ['crosses segments', ['It happened', 'once again.'], 5, 7, 'happened once again'],
  ])('extends a selection to whole words if it %s', (_case, texts, start, end, words) => {
    expect(selected(texts, start, end)).toBe(words);
  });
});

describe('a split', () => {
  it.each([
    ['at the nearer end of the word', 'It happened twice.', 10, 11],
    ['at the nearer start of the word', 'It happened twice.', 4, 3],
    ['where the caret is between two words', 'It happened twice.', 3, 3],
    ['after the first word, because nothing is before it', 'Happened twice.', 2, 8],
    ['where the caret is in a language without spaces', '私は本を読みます。', 5, 5],
  ])('splits %s', (_case, text, caret, place) => {
    expect(splitPoint(text, caret)).toBe(place);
  });

  it.each([
    ['Happened', 3],
    ['It happened', 0],
    ['It happened ', 11],
  ])('refuses to split %j at %i, because a half would be empty', (text, caret) => {
    expect(splitPoint(text, caret)).toBeUndefined();
  });
});
