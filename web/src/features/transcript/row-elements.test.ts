// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createRowElements } from './row-elements.ts';

const newRow = () => document.createElement('li');
const isMarked = (row: HTMLElement) => row.getAttribute('aria-current') === 'true';

it('marks one row at a time', () => {
  const rows = createRowElements();
  const [first, second] = [newRow(), newRow()];
  rows.add('seg_1', first);
  rows.add('seg_2', second);
  rows.mark('seg_1');
  expect([isMarked(first), isMarked(second)]).toEqual([true, false]);
  rows.mark('seg_2');
  expect([isMarked(first), isMarked(second)]).toEqual([false, true]);
  rows.mark(null);
  expect([isMarked(first), isMarked(second), rows.markedId]).toEqual([false, false, null]);
});

it('marks a row that is rendered after the mark has moved to it', () => {
  const rows = createRowElements();
  rows.mark('seg_1');
  const row = newRow();
  rows.add('seg_1', row);
  expect(isMarked(row)).toBe(true);
});

it('removes a row, but not the row that has replaced it', () => {
  const rows = createRowElements();
  const [first, second] = [newRow(), newRow()];
  const removeFirst = rows.add('seg_1', first);
  const removeSecond = rows.add('seg_1', second);
  removeFirst();
  expect(rows.get('seg_1')).toBe(second);
  removeSecond();
  expect([...rows.ids()]).toEqual([]);
});
