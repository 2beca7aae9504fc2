import { expect, test } from 'vitest';
import { diffBlocks } from './diff-blocks.ts';

const marks = { same: '=', removed: '-', added: '+' };
const diff = (before: string, after: string) =>
  diffBlocks(before.split('').join('\n\n'), after.split('').join('\n\n'))
    .map(({ kind, text }) => marks[kind] + text)
    .join(' ');

test.each([
  ['abc', 'abc', '=a =b =c'],
  ['abc', 'axc', '=a -b +x =c'],
  ['', 'ab', '+a +b'],
  ['ab', '', '-a -b'],
  ['abcd', 'bd', '-a =b -c =d'],
])('the paragraphs of %j and %j are compared in their order', (before, after, expected) => {
  expect(diff(before, after)).toBe(expected);
});
