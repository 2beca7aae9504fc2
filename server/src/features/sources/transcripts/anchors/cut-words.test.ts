import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relocate } from './relocate.ts';
import { type Anchor, indexById, quoteAt, type TextRange, type TextSegment } from './text-range.ts';
import { foldCase, lengthOf } from './tokens.ts';

/** Segments `s0`, `s1` and so on. */
const segmentsOf = (...texts: string[]): TextSegment[] => texts.map((text, i) => ({ id: `s${i}`, text }));
const rangeOf = (first: number, start: number, last: number, end: number): TextRange => ({
  segment_id: `s${first}`,
  start_character: start,
  end_segment_id: `s${last}`,
  end_character: end,
});
const anchorAt = (segments: TextSegment[], range: TextRange): Anchor => ({
  range,
  quote: quoteAt(segments, indexById(segments), range) as string,
  detached: false,
});
const move = (before: TextSegment[], after: TextSegment[], range: TextRange) =>
  relocate(before, after, [anchorAt(before, range)])[0];

describe('an anchor follows its characters', () => {
  const whole = segmentsOf('The transcript works.');
  const halves = segmentsOf('The trans', 'cript works.');

  test('an anchor follows its characters when a split divides its word, and when a join restores it', () => {
    expect(move(whole, halves, rangeOf(0, 4, 0, 14))).toEqual(rangeOf(0, 4, 1, 5));
    expect(move(halves, whole, rangeOf(0, 4, 1, 5))).toEqual(rangeOf(0, 4, 0, 14));
  });

  test('an anchor follows its characters when it begins or ends where the word was divided', () => {
    expect(move(whole, halves, rangeOf(0, 0, 0, 9))).toEqual(rangeOf(0, 0, 0, 9));
    expect(move(halves, whole, rangeOf(1, 0, 1, 12))).toEqual(rangeOf(0, 9, 0, 21));
  });

  test('an anchor follows its characters when a correction elsewhere changes other words', () => {
    const corrected = segmentsOf('The trans', 'cript works. Yes, it really does.');
    expect(move(whole, corrected, rangeOf(0, 4, 0, 14))).toEqual(rangeOf(0, 4, 1, 5));
  });

  test.each([
    ['a spelling with a space', 'I log in there', 'I login there', [2, 8], [2, 7]],
    ['a Turkish capital', 'İSTANBUL', 'İSTAN BUL', [0, 8], [0, 9]],
    ['a Greek capital', 'ΟΔΟΣ ΕΔΩ', 'ΟΔΟ Σ ΕΔΩ', [0, 4], [0, 5]],
    ['a word with an apostrophe', 'We don’t know', 'We don ’t know', [3, 8], [3, 9]],
    ['characters outside the basic plane', '𝒜𝒷𝒸 😀 x', '𝒜 𝒷𝒸 😀 x', [1, 5], [2, 6]],
  ] as const)(
    'moves an anchor with its characters in %s',
    (_case, old, now, [start, end], [newStart, newEnd]) => {
      expect(move(segmentsOf(old), segmentsOf(now), rangeOf(0, start, 0, end))).toEqual(
        rangeOf(0, newStart, 0, newEnd),
      );
    },
  );

  test('through any split and its join', () => {
    const words = fc.array(fc.stringMatching(/^[a-cİΣ’'.😀-😃今は]{1,6}$/u), { minLength: 1, maxLength: 12 });
    const cases = fc.tuple(words, fc.nat(), fc.nat(), fc.nat()).map(([list, at, from, length]) => {
      const characters = Array.from(list.join(' '));
      const isSpace = (i: number) => characters[i] === ' ';
      let start = from % characters.length;
      if (isSpace(start)) start++;
      let end = start + 1 + (length % (characters.length - start));
      if (isSpace(end - 1)) end--;
      return { characters, at: at % characters.length, start, end };
    });
    fc.assert(
      fc.property(cases, ({ characters, at, start, end }) => {
        const before = segmentsOf(characters.join(''));
        const first = characters.slice(0, at).join('').trimEnd();
        const second = characters.slice(at).join('').trimStart();
        fc.pre(first !== '' && second !== '');
        const after = segmentsOf(first, second);
        const range = rangeOf(0, start, 0, end);
        const moved = move(before, after, range);
        const cut = lengthOf(characters.join('')) - lengthOf(second);
        const place = (character: number, isEnd: boolean) =>
          character > cut || (character === cut && !isEnd)
            ? { id: 's1', character: character - cut }
            : { id: 's0', character };
        const [newStart, newEnd] = [place(start, false), place(end, true)];
        expect(moved).toEqual({
          segment_id: newStart.id,
          start_character: newStart.character,
          end_segment_id: newEnd.id,
          end_character: newEnd.character,
        });
        expect(move(after, before, moved as TextRange)).toEqual(range);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('folding the case changes no character into several', () => {
  const several: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (lengthOf(foldCase(character)) !== 1) several.push(character);
  }
  expect(several).toEqual([]);
});
