// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Segment } from '../../data/transcript.ts';
import { createPlayback } from './playback.ts';
import { createRowElements } from './row-elements.ts';
import { useActiveRow } from './use-active-row.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const segments = [0, 10, 20].map(
  (start_seconds, index) => ({ id: `seg_${index}`, start_seconds }) as Segment,
);

/** A page that was opened at 12 seconds, which is the second row. */
function open({ isPlayed }: { isPlayed: boolean }) {
  const rows = createRowElements();
  for (const { id } of segments) rows.add(id, document.createElement('li'));
  const playback = createPlayback();
  playback.seek(12);
  const scrollTo = vi.fn();
  const scroller = { current: document.createElement('div') };
  const { rerender } = renderHook(
    (shown: Segment[]) => useActiveRow({ playback, segments: shown, scroller, rows, scrollTo, isPlayed }),
    { initialProps: segments },
  );
  const marked = () => [...rows.ids()].filter((id) => rows.get(id)?.hasAttribute('aria-current'));
  return { marked, scrollTo, rerender };
}

it('scrolls to the passage of a text that a link opens, and marks it for a moment', () => {
  const { marked, scrollTo, rerender } = open({ isPlayed: false });
  expect(scrollTo.mock.calls).toEqual([[1]]);
  expect(marked()).toEqual(['seg_1']);
  act(() => void vi.advanceTimersByTime(4_000));
  expect(marked()).toEqual([]);
  // Somebody edits the text later: the reader stays where they are.
  rerender([...segments]);
  expect(marked()).toEqual([]);
  expect(scrollTo).toHaveBeenCalledTimes(1);
});

it('keeps the spoken row of a recording marked', () => {
  const { marked } = open({ isPlayed: true });
  act(() => void vi.advanceTimersByTime(60_000));
  expect(marked()).toEqual(['seg_1']);
});
