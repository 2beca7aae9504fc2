import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeBlocks } from './merge.ts';

const base = ['a', 'b', 'c', 'd'];

test('puts changes of different blocks together', () => {
  expect(mergeBlocks(base, ['a', 'B', 'c', 'd', 'mine'], ['theirs', 'a', 'b', 'd'])).toEqual({
    blocks: ['theirs', 'a', 'B', 'd', 'mine'],
    conflicts: [],
  });
});

test('keeps what both added at the same place', () => {
  expect(mergeBlocks(base, [...base, 'mine'], [...base, 'theirs'])).toEqual({
    blocks: [...base, 'theirs', 'mine'],
    conflicts: [],
  });
});

test('reports a block that both changed, and puts the preferred text in its place', () => {
  const [mine, theirs] = [
    ['a', 'B mine', 'c', 'd'],
    ['a', 'B theirs', 'c', 'd'],
  ];
  const conflicts = [{ mine: ['B mine'], theirs: ['B theirs'] }];
  expect(mergeBlocks(base, mine, theirs)).toEqual({ blocks: mine, conflicts });
  expect(mergeBlocks(base, mine, theirs, 'theirs').blocks).toEqual(theirs);
  expect(mergeBlocks(base, mine, theirs, 'both').blocks).toEqual(['a', 'B theirs', 'B mine', 'c', 'd']);
});

test('reports no conflict if both made the same change', () => {
  expect(mergeBlocks(base, ['a', 'x'], ['a', 'x'])).toEqual({ blocks: ['a', 'x'], conflicts: [] });
});

const blocks = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 });

test('merging a text that one person changed returns that text', () => {
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      expect(mergeBlocks(before, after, before).blocks).toEqual(after);
      expect(mergeBlocks(before, before, after).blocks).toEqual(after);
      expect(mergeBlocks(before, after, after)).toEqual({ blocks: after, conflicts: [] });
    }),
  );
});

test('loses no block that either person wrote, if both texts are kept', () => {
  fc.assert(
    fc.property(blocks, blocks, blocks, (before, own, other) => {
      const mine = own.map((text) => `${text} mine`);
      const theirs = other.map((text) => `${text} theirs`);
      const merged = mergeBlocks(before, mine, theirs, 'both').blocks;
      expect(merged).toEqual(expect.arrayContaining([...mine, ...theirs]));
    }),
  );
});
