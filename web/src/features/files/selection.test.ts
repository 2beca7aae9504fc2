import { expect, it } from 'vitest';
import { emptySelection, extend, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('');

it('toggles one row', () => {
  const one = toggle(emptySelection, 'b');
  expect(ids(one)).toBe('b');
  expect(ids(toggle(one, 'b'))).toBe('');
});

it('extends in both directions from the row that was selected last', () => {
  const one = toggle(emptySelection, 'b');
  expect(ids(extend(one, order, 'd'))).toBe('bcd');
  expect(ids(extend(one, order, 'a'))).toBe('ab');
  expect(ids(extend(extend(one, order, 'd'), order, 'a'))).toBe('abcd');
});

it('selects a single row if there is nothing to extend from', () => {
  expect(ids(extend(emptySelection, order, 'c'))).toBe('c');
  expect(ids(extend(toggle(emptySelection, 'gone'), order, 'c'))).toBe('cgone');
});
