import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createFinder, nearestMatch } from './model/find.ts';
import type { SegmentList } from './model/selection.ts';

/** Searches all segments, including those that are not rendered. */
export function useFind(list: SegmentList, input: { firstVisible(): number; show(index: number): void }) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const focusBefore = useRef<HTMLElement | null>(null);
  const find = useMemo(() => createFinder(list.segments), [list]);
  const matches = useMemo(() => (isOpen ? find(words) : []), [find, words, isOpen]);

  // Begins at the first match on the screen or after it, as in a browser.
  const showNearest = useEffectEvent(() => {
    if (!isOpen || matches.length === 0) return setCurrent(0);
    const nearest = nearestMatch(matches, input.firstVisible());
    setCurrent(nearest);
    input.show(matches[nearest]?.index ?? 0);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the text must not move the reader.
  useEffect(() => showNearest(), [words, isOpen]);

  return {
    isOpen,
    words,
    matches,
    current: Math.min(current, Math.max(matches.length - 1, 0)),
    field,
    setWords,
    open() {
      if (!isOpen) focusBefore.current = document.activeElement as HTMLElement | null;
      // At once, so that the next key is typed into the field.
      flushSync(() => setOpen(true));
      field.current?.select();
      // A menu that closes takes the focus.
      requestAnimationFrame(() => document.activeElement === field.current || field.current?.select());
    },
    close() {
      setOpen(false);
      focusBefore.current?.focus({ preventScroll: true });
    },
    step(direction: 1 | -1) {
      if (matches.length === 0) return;
      const next = (current + direction + matches.length) % matches.length;
      setCurrent(next);
      input.show(matches[next]?.index ?? 0);
    },
  };
}
