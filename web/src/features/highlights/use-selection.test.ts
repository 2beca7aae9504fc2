// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Highlight } from '../../data/highlights.ts';
import { useSelection } from './use-selection.ts';

const row = (key: string, id = key) => ({ key, highlight: { id } as Highlight });
const setUp = (rows = ['a', 'b', 'c', 'd'].map((key) => row(key))) => {
  const { result } = renderHook(() => useSelection(rows));
  return {
    change: (run: (selection: typeof result.current) => void) => act(() => run(result.current)),
    selected: () => [...result.current.highlights.keys()],
  };
};

test('a range goes from the row that was selected last to this one', () => {
  const { change, selected } = setUp();
  change(({ toggle }) => toggle('b', false));
  change(({ toggle }) => toggle('d', true));
  expect(selected()).toEqual(['b', 'c', 'd']);
});

test('keeps both rows that are selected before the page renders again', () => {
  const { change, selected } = setUp();
  change(({ toggle }) => {
    toggle('a', false);
    toggle('b', true);
  });
  expect(selected()).toEqual(['a', 'b']);
});

test('a highlight in two groups is selected once and can be cleared in either', () => {
  const { change, selected } = setUp([row('tag1 a', 'a'), row('tag2 a', 'a')]);
  change(({ selectAll }) => selectAll());
  expect(selected()).toEqual(['a']);
  change(({ toggle }) => toggle('tag2 a', false));
  expect(selected()).toEqual([]);
});
