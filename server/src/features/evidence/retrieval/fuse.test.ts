import { expect, it } from 'vitest';
import { fuse } from './fuse.ts';

it.each([
  { name: 'nothing', lists: [[], []], fused: [] },
  { name: 'one list, which retains its order', lists: [['c', 'a', 'b']], fused: ['c', 'a', 'b'] },
  {
    name: 'what two lists have in the middle before what one has at the top',
    lists: [
      ['a', 'both'],
      ['b', 'both'],
    ],
    fused: ['both', 'a', 'b'],
  },
  { name: 'equal ranks, by id', lists: [['b'], ['a']], fused: ['a', 'b'] },
  {
    name: 'the better rank of two that are in both lists',
    lists: [
      ['first', 'second', 'third'],
      ['first', 'third', 'second'],
    ],
    fused: ['first', 'second', 'third'],
  },
  {
    name: 'a high rank in one list before low ranks in both',
    lists: [
      ['top', ...Array.from({ length: 70 }, (_, n) => `x${n}`), 'low'],
      [...Array.from({ length: 70 }, (_, n) => `y${n}`), 'low'],
    ],
    fused: ['top'],
  },
])('orders $name', ({ lists, fused }) => {
  expect(fuse(lists).slice(0, Math.max(fused.length, lists.flat().length > 20 ? 1 : 20))).toEqual(fused);
});
