import { describe, expect, test } from 'vitest';
import { badText, findBadText } from './text.ts';

const nul = 'contains a NUL character.';
const half = 'contains half of a surrogate pair.';
const nested = (levels: number): unknown => (levels === 0 ? 'end' : { deep: nested(levels - 1) });

describe('text that cannot be stored', () => {
  test.each([
    ['plain words', undefined],
    ['', undefined],
    ['a 😀 face', undefined],
    ['a\0b', nul],
    ['\ud83d alone', half],
    ['alone \ude00', half],
  ])('%j', (text, fault) => expect(badText(text)).toBe(fault));

  test('reports text that cannot be stored with its path, in objects and arrays', () => {
    const body = { title: 'a\0', items: ['fine', { note: '\ud800' }], count: 3, none: null, yes: true };
    expect(findBadText(body, 'body')).toEqual({
      details: expect.arrayContaining([
        { field: 'title', message: nul },
        { field: 'items.1.note', message: half },
      ]),
      isWalkable: true,
    });
    expect(findBadText(body, 'body').details).toHaveLength(2);
  });

  test('reports text that cannot be stored as the root if the value itself is the text', () => {
    expect(findBadText('\0', 'body').details).toEqual([{ field: 'body', message: nul }]);
  });

  test('finds text that cannot be stored in keys, and reports it at the object that has them', () => {
    expect(findBadText({ '\0': 1 }, 'body').details).toEqual([
      { field: 'body', message: `has a key that ${nul}` },
    ]);
    expect(findBadText({ metadata: { 'a\ud800': 'x' } }, 'body').details).toEqual([
      { field: 'metadata', message: `has a key that ${half}` },
    ]);
  });

  test('valid values have no faults', () => {
    for (const value of ['text', 5, null, undefined, true, [], {}, { a: ['b', { c: 'd' }] }])
      expect(findBadText(value, 'body')).toEqual({ details: [], isWalkable: true });
  });
});

describe('an object with many keys', () => {
  const withKeys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
  const tooMany = 'has more than 1000 keys.';

  test.each([
    ['accepts 1,000 keys', withKeys(1_000), [], true],
    ['refuses 1,001 keys', withKeys(1_001), [{ field: 'body', message: tooMany }], false],
    [
      'names the object by its path',
      { a: { b: withKeys(1_001) } },
      [{ field: 'a.b', message: tooMany }],
      false,
    ],
    ['accepts a list of 1,001 items', { a: Array(1_001).fill('x') }, [], true],
    [
      'reports a fault next to 1,000 keys and a list of 1,001 items',
      { object: withKeys(1_000), list: Array(1_001).fill(1), name: '\0' },
      [{ field: 'name', message: nul }],
      true,
    ],
  ])('%s', (_, value, details, isWalkable) => {
    expect(findBadText(value, 'body')).toEqual({ details, isWalkable });
  });
});

describe('nesting', () => {
  test('accepts up to 64 levels of nesting, and reports deeper values at the outermost field', () => {
    expect(findBadText(nested(64), 'body')).toEqual({ details: [], isWalkable: true });
    expect(findBadText(nested(65), 'body')).toEqual({
      details: [{ field: 'deep', message: 'is nested too deeply.' }],
      isWalkable: false,
    });
  });

  test('counts the levels of lists like those of objects', () => {
    const lists = (levels: number): unknown => (levels === 0 ? 'end' : [lists(levels - 1)]);
    expect(findBadText({ list: lists(63) }, 'body')).toEqual({ details: [], isWalkable: true });
    expect(findBadText({ list: lists(64) }, 'body')).toEqual({
      details: [{ field: 'list', message: 'is nested too deeply.' }],
      isWalkable: false,
    });
  });
});

test('the search stops after twenty faults and reports that it is incomplete', () => {
  const many = (count: number) => findBadText(Array(count).fill('\0'), 'body');
  expect(many(19)).toMatchObject({ isWalkable: true });
  expect(many(19).details).toHaveLength(19);
  expect(many(20)).toMatchObject({ isWalkable: false });
  expect(many(50).details).toHaveLength(20);
});
