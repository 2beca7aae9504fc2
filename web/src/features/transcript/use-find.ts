import { useEffect, useMemo, useRef, useState } from 'react';
import { createFinder, nearestMatch } from './model/find.ts';
import type { SegmentList } from './model/selection.ts';

/** The search in all segments, also those that are not rendered. */
export function useFind(list: SegmentList, input: { firstVisible(): number; show(index: number): void }) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const focusBefore = useRef<HTMLElement | null>(null);
  const find = useMemo(() => createFinder(list.segments), [list]);
  const matches = useMemo(() => (isOpen ? find(words) : []), [find, words, isOpen]);
  const latest = useRef(input);
  latest.current = input;

  // Begins at the first match on the screen or after it, as in a browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the text must not move the reader.
  useEffect(() => {
    if (!isOpen || matches.length === 0) return setCurrent(0);
    const nearest = nearestMatch(matches, latest.current.firstVisible());
    setCurrent(nearest);
    latest.current.show(matches[nearest]?.index ?? 0);
  }, [words, isOpen]);

  return {
    isOpen,
    words,
    matches,
    current: Math.min(current, Math.max(matches.length - 1, 0)),
    field,
    setWords,
    open() {
      if (!isOpen) focusBefore.current = document.activeElement as HTMLElement | null;
      setOpen(true);
      requestAnimationFrame(() => field.current?.select());
    },
    close() {
      setOpen(false);
      focusBefore.current?.focus({ preventScroll: true });
    },
    step(direction: 1 | -1) {
      if (matches.length === 0) return;
      const next = (current + direction + matches.length) % matches.length;
      setCurrent(next);
      latest.current.show(matches[next]?.index ?? 0);
    },
  };
}
