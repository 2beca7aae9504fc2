import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locate, rangeOfSegments } from './locate.ts';
import { indexById, quoteAt, type TextSegment } from './text-range.ts';

/** Segments `s0`, `s1` and so on. */
const segmentsOf = (...texts: string[]): TextSegment[] => texts.map((text, i) => ({ id: `s${i}`, text }));

/** Where the quote is, as `first segment:character–last segment:character`, and the words there. */
function find(texts: string[], quote: string, within?: { from: number; to: number }): string | undefined {
  const segments = segmentsOf(...texts);
  const range = locate(segments, quote, within);
  if (!range) return undefined;
  const { segment_id, start_character, end_segment_id, end_character } = range;
  const words = quoteAt(segments, indexById(segments), range);
  return `${segment_id}:${start_character}–${end_segment_id}:${end_character} ${words}`;
}

describe('a quote', () => {
  test.each([
    ['word for word', ['A button to go back'], 'button to go', 's0:2–s0:14 button to go'],
    ['in another case', ['A Button To go back'], 'bUTTON to', 's0:2–s0:11 Button To'],
    ['with other spaces', ['A button   to go'], ' button\nto', 's0:2–s0:13 button   to'],
    ['with other punctuation', ['A button, to – go back'], '“button to: go', 's0:2–s0:17 button, to – go'],
    ['the first time', ['yes and yes', 'yes'], 'yes', 's0:0–s0:3 yes'],
    [
      'that extends over several segments',
      ['A button', 'to', 'go back'],
      'button to go',
      's0:2–s2:2 button to go',
    ],
    ['and counts code points', ['😀😀 I like it'], 'like', 's0:5–s0:9 like'],
    ['after the start of another occurrence', ['la la la di'], 'la la di', 's0:3–s0:11 la la di'],
    ['that has only signs', ['What? Well?! No'], '?!', 's0:10–s0:12 ?!'],
  ])('finds a quote %s', (_, texts, quote, expected) => {
    expect(find(texts, quote)).toBe(expected);
  });

  test.each([
    ['other words', ['A button to go back'], 'button to stay'],
    ['its words in another order', ['go to'], 'to go'],
    ['only its first words', ['A button to'], 'button to go'],
    ['only a part of its word', ['A buttonhole'], 'button'],
    ['no segments', [], 'button'],
  ])('finds no quote in %s', (_, texts, quote) => {
    expect(find(texts, quote)).toBeUndefined();
  });

  test.each(['', '  \n'])('finds nothing for the empty quote %j', (quote) => {
    expect(find(['A button'], quote)).toBeUndefined();
  });

  test.each([
    ['go back.', ['to go back. Then'], 's0:3–s0:11 go back.'],
    ['go back. ', ['to go back. Then'], 's0:3–s0:11 go back.'],
    ['go back!', ['to go back?!” Then'], 's0:3–s0:13 go back?!”'],
    ['go back!', ['to go back ! Then'], 's0:3–s0:10 go back'],
    ['go back!', ['to go back', '! Then'], 's0:3–s0:10 go back'],
    ['go back!', ['to go back'], 's0:3–s0:10 go back'],
    ['go back', ['to go back. Then'], 's0:3–s0:10 go back'],
    ['go. back', ['to go back. Then'], 's0:3–s0:10 go back'],
  ])(
    'a quote that ends with a sign includes the signs after its last word: %j in %j',
    (quote, texts, expected) => {
      expect(find(texts, quote)).toBe(expected);
    },
  );

  test.each([
    [{ from: 0, to: 1 }, 's0:0–s0:3 yes'],
    [{ from: 1, to: 3 }, 's2:3–s2:6 yes'],
    [{ from: 2, to: 3 }, 's2:3–s2:6 yes'],
    [{ from: 1, to: 2 }, undefined],
    [{ from: 3, to: 4 }, undefined],
  ])('finds only a quote that begins in the given segments %j', (within, expected) => {
    expect(find(['yes', 'no', 'oh yes', 'no'], 'yes', within)).toBe(expected);
  });

  test('finds a quote that ends after the given segments', () => {
    expect(find(['no', 'a button', 'to go'], 'button to', { from: 1, to: 2 })).toBe('s1:2–s2:2 button to');
  });

  test('finds the same place as a comparison at every word', () => {
    const words = (maxLength: number) => fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength });
    fc.assert(
      fc.property(words(30), words(6), (text, quote) => {
        const at = text.findIndex((_, i) => quote.every((word, k) => text[i + k] === word));
        const range = locate(segmentsOf(text.join(' ')), quote.join(' '));
        expect(range?.start_character).toBe(at < 0 ? undefined : 2 * at);
        expect(range?.end_character).toBe(at < 0 ? undefined : 2 * (at + quote.length) - 1);
      }),
    );
  });
});

test('the range of segments is from the start of the first to the end of the last', () => {
  const [first, second] = segmentsOf('One', 'two 😀') as [TextSegment, TextSegment];
  expect(rangeOfSegments(first)).toEqual({
    segment_id: 's0',
    start_character: 0,
    end_segment_id: 's0',
    end_character: 3,
  });
  expect(rangeOfSegments(first, second)).toMatchObject({ end_segment_id: 's1', end_character: 5 });
});
