import { describe, expect, test } from 'vitest';
import { relocate } from './relocate.ts';
import { type Anchor, indexById, quoteAt, type TextRange, type TextSegment } from './text-range.ts';
import { lengthOf } from './tokens.ts';

/** Segments are separated by `|`; their ids are `0`, `1` and so on, or are given with `#`. Brackets mark the anchor. */
function parse(marked: string): { segments: TextSegment[]; range: TextRange } {
  const range = { segment_id: '', start_character: 0, end_segment_id: '', end_character: 0 };
  const segments = marked.split('|').map((part, i) => {
    const [, id = String(i), text = ''] = /^(?:(\w+)#)?(.*)$/su.exec(part) ?? [];
    const plain = text.replace(/[[\]]/g, '');
    const place = (sign: string) => lengthOf(text.slice(0, text.indexOf(sign)).replace('[', ''));
    if (text.includes('[')) Object.assign(range, { segment_id: id, start_character: place('[') });
    if (text.includes(']')) Object.assign(range, { end_segment_id: id, end_character: place(']') });
    return { id, text: plain };
  });
  return { segments, range };
}

const anchorIn = (marked: string): Anchor => {
  const { segments, range } = parse(marked);
  return { range, quote: quoteAt(segments, indexById(segments), range) as string, detached: false };
};

const move = (before: string, after: string, anchor = anchorIn(before)) =>
  relocate(parse(before).segments, parse(after).segments, [anchor])[0];

/** Expects that the anchor of `before` is at the brackets of `after`. */
const expectMoved = (before: string, after: string) =>
  expect(move(before, after)).toEqual(parse(after).range);

describe('an anchor whose words remain together', () => {
  test.each([
    ['other words around it', 'I [liked the price] here', 'Well, I [liked the price] there'],
    ['another case', 'I [liked the price] here', 'He [Liked The PRICE] here'],
    [
      'words that it covers partly',
      'quite unbel[ievable thi]ngs happen',
      'really unbel[ievable thi]ngs happened',
    ],
    ['a segment added before it', 'one|two [three]', 'one|new#zero zero|1#two [three]'],
    ['a segment removed before it', 'one|two [three]', '1#two [three]'],
    ['other words in its first and last segments', 'a [one|two|three] b', 'c [one|two|three] d'],
    ['signs without words', 'so [?!] then', 'oh so [?!] then'],
  ])('an anchor moves with its words: %s', (_, before, after) => {
    expectMoved(before, after);
  });

  test.each([
    ['a [(big) cost] x', 'a [(1 2 3 4 5 big) cost] x'],
    ['a [(big) cost] x', 'a (1 2 3 4 5 6 [big) cost] x'],
    ['a [cost (big)] x', 'a [cost (big 1 2 3 4 5)] x'],
    ['a [cost (big)] x', 'a [cost (big] 1 2 3 4 5 6) x'],
  ])(
    'an anchor includes at most five words between its signs and its words: %s, then %s',
    (before, after) => {
      expectMoved(before, after);
    },
  );

  test('an anchor moves to its words if they occurred once before and occur once now', () => {
    expectMoved('a [button to go]|back then', 'back then and|a [button to go]');
  });
});

describe('an anchor whose words are changed', () => {
  test.each([
    ['a word inserted', 'x [one two] y', 'x [one and two] y'],
    ['its first word replaced', 'x [one two three] y', 'x [uno two three] y'],
    ['its first word replaced by two', 'x [one two three] y', 'x [an uno two three] y'],
    ['its first word replaced at the start of the text', '[one two three] y', '[uno two three] y'],
    ['its last word replaced', 'x [one two three] y', 'x [one two tres] y'],
    ['its last word replaced by two', 'x [one two three] y', 'x [one two y tres] y'],
    ['its last word replaced at the end of the text', 'x [one two three]', 'x [one two tres]'],
    ['its first word removed', 'x [one two three] y', 'x [two three] y'],
    ['its last word removed', 'x [one two three] y', 'x [one two] y'],
    ['half of its words replaced', 'x [one two three four] y', 'x [one two five six] y'],
    ['a partly covered first word replaced', 'x unbel[ievable things] y', 'x [strange things] y'],
    ['a partly covered last word replaced', 'x [many thi]ngs y', 'x [many cats] y'],
    ['a sign removed', 'so [?!] then', 'so [?] then'],
    ['a word between its signs', 'so [?!] then', 'so [? and !] then'],
  ])('an anchor includes a change: %s', (_, before, after) => {
    expectMoved(before, after);
  });

  test.each([
    ['the word before it is replaced, too', 'x w [one two three] y', 'x v uno [two three] y'],
    ['the word after it is replaced, too', 'x [one two three] y z', 'x [one two] tres why z'],
    ['the replacement is in the segment before', 'x|[one two three] y', 'x uno|[two three] y'],
    ['the replacement is in the segment after', 'x [one two three]|y', 'x [one two]|tres y'],
  ])('an anchor does not include a replacement at its edge if %s', (_, before, after) => {
    expectMoved(before, after);
  });

  test.each([
    ['fewer than half of its words remain', 'x [one two three four] y', 'x one five six seven y'],
    ['a word and signs remain of three words', 'x [one, two, three] y', 'x four, five, three y'],
    ['its words are removed', 'x [one two] y', 'x y'],
  ])('detaches an anchor if %s', (_, before, after) => {
    expect(move(before, after)).toBeNull();
  });

  test('an anchor grows by at most four times its words and twenty more', () => {
    const words = (count: number) => Array(count).fill('so').join(' ');
    expectMoved('x [one two] y', `x [one ${words(26)} two] y`);
    expect(move('x [one two] y', `x one ${words(27)} two y`)).toBeNull();
  });
});

describe('an anchor on whole segments', () => {
  test.each([
    ['words added at both ends', 'x|[one two]|y', 'x|[zero one two three]|y'],
    ['words added to the first and the last', 'x|[one|two]|y', 'x|[zero one|two three]|y'],
    ['words added at the ends of the text', '[one two]', '[zero one two three]'],
    ['all its words corrected', 'x|[one two]|y', 'x|[three four five]|y'],
    ['all its words corrected to other lengths', 'x|[one|two]|y', 'x|[three|😀 four]|y'],
    ['white space around its words', 'x|  [one two] |y', 'x|[three four]|y'],
  ])('an anchor on whole segments still covers them: %s', (_, before, after) => {
    expectMoved(before, after);
  });

  test.each([
    ['words added to the second half of a split', 'x|[one two]|y', 'x|[one|new#two] three|2#y'],
    ['words added to the first half of a split', 'x|[one two]|y', 'x|new#zero [one|1#two]|2#y'],
    ['words of the segment before it', 'x|[one two]|y', '1#x [one two]|2#y'],
    ['words added before a part of a segment', 'x|w [one two]|y', 'x|w [one two] three|y'],
    ['words added after a part of a segment', 'x|[one two] w|y', 'x|zero [one two] w|y'],
    ['characters of a partly covered first word', 'x|o[ne two]|y', 'x|zero o[ne two]|y'],
    ['characters of a partly covered last word', 'x|[one tw]o|y', 'x|[one tw]o three|y'],
  ])('an anchor does not include %s', (_, before, after) => {
    expectMoved(before, after);
  });

  test.each([
    ['words before it were in its segment', 'x|w [one two]|y', 'x|three four|y'],
    ['words after it were in its segment', 'x|[one two] w|y', 'x|three four|y'],
    ['its first segment is removed', 'x|[one|two]|y', 'x|2#three|3#y'],
    ['its last segment is removed', 'x|[one|two]|y', 'x|1#three|3#y'],
    ['its segments are in another order', 'x|[one|two]|y', 'x|2#three|1#four|3#y'],
  ])('detaches an anchor from corrected words if %s', (_, before, after) => {
    expect(move(before, after)).toBeNull();
  });
});

describe('an anchor outside the change', () => {
  test('an anchor outside the change remains at its range', () => {
    expectMoved('[one] two|three|four', '[one] two|other|four');
    expectMoved('one|two|[three] four', 'zero|two|[three] four');
  });

  test('an anchor remains in a segment that moves', () => {
    expectMoved('one|two|[three] four', 'new#zero|0#one|1#two|2#[three] four');
  });
});

describe('a detached anchor', () => {
  const detached = (marked: string, quote?: string): Anchor => {
    const anchor = anchorIn(marked);
    return { ...anchor, quote: quote ?? anchor.quote, detached: true };
  };

  test('a detached anchor returns to its range when its words are there again, with any white space', () => {
    const anchor = detached('x [one two] y', 'one\n two');
    expect(move('x other y', 'x one two y', anchor)).toEqual(anchor.range);
  });

  test('an anchor remains detached while other words are at its range', () => {
    expect(move('x other y', 'x two one y', detached('x [one two] y'))).toBeNull();
    expect(move('other', 'else', detached('5#x [one two] y'))).toBeNull();
  });

  test('a detached anchor does not remain on a segment whose words are corrected', () => {
    expect(move('other', 'else', detached('[one two]'))).toBeNull();
  });

  test('a detached anchor moves to its words when they appear once elsewhere', () => {
    expect(move('x|y', 'x|y one two', detached('[one two]|x'))).toEqual(parse('x|y [one two]').range);
  });

  test('a detached anchor does not move to words that existed before', () => {
    expect(move('x|one two', 'y|one two', detached('[one two]|x'))).toBeNull();
  });
});

test('returns the range of each of several anchors', () => {
  const before = 'one two|three four|five six';
  const after = 'one zwei|three four|six';
  const anchors = [
    'one [two]|three four|five six',
    'one two|three [four]|five six',
    'one two|three four|[five] six',
  ];
  expect(relocate(parse(before).segments, parse(after).segments, anchors.map(anchorIn))).toEqual([
    null,
    parse('one two|three [four]').range,
    null,
  ]);
});
