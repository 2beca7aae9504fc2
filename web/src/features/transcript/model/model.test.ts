import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf, sliceOf, toCharacter, toUtf16 } from './code-points.ts';
import { createFinder, fold } from './find.ts';
import { type Highlight, runsOf, spansBySegment } from './highlights.ts';
import { clickedWord, extend, listOf, passageOf, quoteOf, type Selection, type Step } from './selection.ts';
import { segmentAt, splitTime, timeAt, timesOf } from './word-times.ts';

/** Latin, Arabic, Hebrew, Thai, combining marks, emoji with joiners, spaces. */
const pieces = [
  'a',
  'Word',
  ' ',
  '  ',
  'é',
  'e\u0301',
  '👩‍👩‍👧',
  '🙂',
  'مرحبا',
  'שלום',
  'สวัสดี',
  'n\u0303o',
  '𝒳',
  '.',
  '\n',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));
const segments = fc
  .array(text, { minLength: 1, maxLength: 6 })
  .map((texts) => texts.map((value, n) => ({ id: `seg_${n}`, text: value })));
const position = (list: { id: string; text: string }[]) =>
  fc.nat(list.length - 1).chain((index) => {
    const segment = list[index] as { id: string; text: string };
    return fc.nat(lengthOf(segment.text)).map((character) => ({ segmentId: segment.id, character }));
  });
const selected = segments.chain((list) =>
  fc.record({ list: fc.constant(list), anchor: position(list), focus: position(list) }),
);

describe('offsets', () => {
  it('convert between code points and UTF-16 without loss', () => {
    fc.assert(
      fc.property(text, (value) => {
        const points = [...value];
        expect(lengthOf(value)).toBe(points.length);
        for (let n = 0; n <= points.length; n++) {
          expect(toUtf16(value, n)).toBe(points.slice(0, n).join('').length);
          expect(toCharacter(value, toUtf16(value, n))).toBe(n);
          expect(sliceOf(value, n)).toBe(points.slice(n).join(''));
        }
      }),
    );
  });

  it('place an index inside a pair before the pair', () => {
    expect(toCharacter('a🙂b', 2)).toBe(1);
  });
});

describe('a selection', () => {
  it('reads a selection as the same passage in both directions, and its quote has no spaces at the ends', () => {
    fc.assert(
      fc.property(selected, ({ list, anchor, focus }) => {
        const all = listOf(list);
        const passage = passageOf(all, { anchor, focus });
        expect(passageOf(all, { anchor: focus, focus: anchor })).toEqual(passage);
        if (!passage) return;
        const quote = quoteOf(all, passage);
        expect(quote).toBe(quote.trim());
        expect(quote).not.toBe('');
        expect(passage.first < passage.last || passage.startCharacter < passage.endCharacter).toBe(true);
        const first = list[passage.first] as { text: string };
        expect(passage.startCharacter).toBeLessThan(lengthOf(first.text));
      }),
    );
  });

  it('returns no passage for a selection of only spaces, or if a segment was removed', () => {
    const all = listOf([
      { id: 'a', text: 'one ' },
      { id: 'b', text: ' two' },
    ]);
    const between: Selection = {
      anchor: { segmentId: 'a', character: 3 },
      focus: { segmentId: 'b', character: 1 },
    };
    expect(passageOf(all, between)).toBeUndefined();
    expect(passageOf(all, { ...between, anchor: { segmentId: 'gone', character: 0 } })).toBeUndefined();
  });

  it('reaches every segment and returns when extended with the keyboard', () => {
    fc.assert(
      fc.property(
        selected,
        fc.constantFrom<Step>('character', 'word', 'segment'),
        ({ list, anchor }, step) => {
          const all = listOf(list);
          let selection: Selection = { anchor, focus: anchor };
          for (let n = 0; n < 400; n++) selection = extend(all, selection, 1, step);
          const last = list.at(-1) as { id: string; text: string };
          expect(selection.focus).toEqual({ segmentId: last.id, character: lengthOf(last.text) });
          for (let n = 0; n < 400; n++) selection = extend(all, selection, -1, step);
          expect(selection.focus).toEqual({ segmentId: 'seg_0', character: 0 });
          expect(selection.anchor).toEqual(anchor);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('does not cut a character that people see as one', () => {
    const all = listOf([{ id: 'a', text: '👩‍👩‍👧e\u0301x' }]);
    let selection: Selection = {
      anchor: { segmentId: 'a', character: 0 },
      focus: { segmentId: 'a', character: 0 },
    };
    selection = extend(all, selection, 1, 'character');
    expect(selection.focus.character).toBe(5);
    selection = extend(all, selection, 1, 'character');
    expect(selection.focus.character).toBe(7);
  });

  it('finds where the clicked word begins', () => {
    expect([0, 3, 6, 99].map((at) => clickedWord('🙂 two words.', at))).toEqual([0, 2, 6, 6]);
  });
});

describe('highlights', () => {
  const highlighted = segments.chain((list) =>
    fc.record({
      list: fc.constant(list),
      ends: fc.array(fc.tuple(position(list), position(list)), { maxLength: 8 }),
    }),
  );

  it('cut the text into runs that are the whole text, each with exactly the highlights that cover it', () => {
    fc.assert(
      fc.property(highlighted, ({ list, ends }) => {
        const all = listOf(list);
        const highlights = ends.map(([a, b], n): Highlight => {
          const [start, end] = [a, b].sort(
            (x, y) =>
              (all.indexOf.get(x.segmentId) as number) - (all.indexOf.get(y.segmentId) as number) ||
              x.character - y.character,
          ) as [typeof a, typeof a];
          return {
            id: `tgg_${n}`,
            tagId: 'tag',
            suggested: false,
            segmentId: start.segmentId,
            startCharacter: start.character,
            endSegmentId: end.segmentId,
            endCharacter: end.character,
          };
        });
        const spans = spansBySegment(all, highlights);
        for (const segment of list) {
          const own = spans.get(segment.id) ?? [];
          const runs = runsOf(segment.text, own);
          expect(runs.map((run) => run.text).join('')).toBe(segment.text);
          for (const run of runs) {
            const covering = own.filter(
              (span) => span.start < run.start + lengthOf(run.text) && span.end > run.start,
            );
            expect(new Set(run.highlights)).toEqual(new Set(covering.map((span) => span.highlight)));
          }
        }
      }),
    );
  });
});

describe('word times', () => {
  const words = [
    { text: 'So,', start_seconds: 10, end_seconds: 11, start_character: 0 },
    { text: 'twelve', start_seconds: 14, end_seconds: 16, start_character: 4 },
    { text: 'shoes.', start_seconds: 18, end_seconds: 19, start_character: 11 },
  ];
  const segment = { text: 'So, twelve shoes.', start_seconds: 10, end_seconds: 20 };

  it('returns exact times at the start of a word, and interpolates inside it', () => {
    expect(timeAt(segment, 4, words)).toBe(14);
    expect(timeAt(segment, 7, words)).toBe(15);
    expect(timesOf(segment, 4, 10, words)).toEqual({ start: 14, end: 16 });
    expect(timesOf(segment, 5, 12, words)).toEqual({ start: timeAt(segment, 5, words), end: 19 });
  });

  it('ignore words that the text no longer contains', () => {
    const edited = { ...segment, text: 'So, dozens of shoes.' };
    expect(timeAt(edited, 0, words)).toBe(10);
    expect(timeAt(edited, 4, words)).not.toBe(14);
  });

  it('never decrease and stay inside the segment, with and without known words', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (value, known) => {
        const timed = { text: value, start_seconds: 3, end_seconds: 8 };
        const times = Array.from({ length: lengthOf(value) + 1 }, (_, n) =>
          timeAt(timed, n, known ? words : []),
        );
        for (const [n, time] of times.entries()) {
          expect(time).toBeGreaterThanOrEqual(n === 0 ? 3 : (times[n - 1] as number));
          expect(time).toBeLessThanOrEqual(8);
          expect(splitTime(timed, n)).toBeGreaterThan(3);
          expect(splitTime(timed, n)).toBeLessThan(8);
        }
      }),
    );
  });

  it('find the segment that is spoken', () => {
    const starts = [{ start_seconds: 2 }, { start_seconds: 5 }, { start_seconds: 9 }];
    expect([0, 2, 4.9, 5, 100].map((seconds) => segmentAt(starts, seconds))).toEqual([-1, 0, 0, 1, 2]);
  });
});

describe('find', () => {
  const find = (texts: string[], words: string) =>
    createFinder(texts.map((value, n) => ({ id: String(n), text: value })))(words);
  const matched = (value: string, words: string) =>
    find([value], words).map(({ start, end }) => sliceOf(value, start, end));

  it.each([
    ['Das Café, CAFE, cafe\u0301!', 'cafe', ['Café', 'CAFE', 'cafe\u0301']],
    ['🙂 Noël 🙂', 'noel', ['Noël']],
    ['שָׁלוֹם and שלום', 'שלום', ['שָׁלוֹם', 'שלום']],
    ['ﬁnal', 'f', ['ﬁ']],
    ['two\nlines', 'two lines', ['two\nlines']],
    ['abc', 'd', []],
    ['abc', '  ', []],
  ])('searches %j for %j', (value, words, expected) => {
    expect(matched(value, words)).toEqual(expected);
  });

  it('finds every word of every text again', () => {
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (value, a, b) => {
        const length = lengthOf(value);
        const part = sliceOf(
          value,
          Math.min(a % (length + 1), b % (length + 1)),
          Math.max(a % (length + 1), b % (length + 1)),
        );
        if (!fold(part.trim()).text || /\s\s/.test(part)) return;
        const matches = find(['', value], part);
        expect(matches.length).toBeGreaterThan(0);
        for (const match of matches) {
          expect(match.index).toBe(1);
          expect(fold(sliceOf(value, match.start, match.end)).text.replace(/\s/g, ' ')).toContain(
            fold(part.trim()).text.replace(/\s/g, ' '),
          );
        }
      }),
    );
  });
});
