import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Segment } from '../../data/transcript.ts';
import { useIdle } from '../../lib/use-idle.ts';

/** Height of a row with one line, and of each further line. */
const rowHeight = 36;
const lineHeight = 24;
const characterWidth = 7;

/** Where the list is probably shown, so that its first rendering contains rows. Its real size is known after that. */
const firstRect = () => ({
  width: window.innerWidth < 1024 ? window.innerWidth : window.innerWidth - 556,
  height: window.innerHeight - 120,
});

interface RowsInput {
  segments: readonly Segment[];
  scroller: RefObject<HTMLElement | null>;
  /** Rows that stay rendered although they are off the screen: with the focus, an editor or an end of the selection. */
  pinned: readonly number[];
  onRendered(id: string, element: HTMLElement): void;
}

/** Renders only the rows near the screen. The place on the screen stays when rows above it change. */
export function useRows({ segments, scroller, pinned, onRendered }: RowsInput) {
  const elements = useMemo(() => new Map<string, HTMLElement>(), []);
  const refs = useMemo(() => new Map<string, (element: HTMLElement | null) => void>(), []);
  const pendingFocus = useRef<string | null>(null);
  const current = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);

  const estimateSize = useCallback(
    (index: number) => {
      // Not from the element: reading it would lay out the page, once for each row.
      const width = current.current?.scrollRect?.width ?? firstRect().width;
      const textWidth = width < 600 ? width - 40 : Math.min(width - 280, 656);
      const lines = Math.max(
        1,
        Math.ceil(((segments[index]?.text.length ?? 0) * characterWidth) / textWidth),
      );
      return rowHeight + (lines - 1) * lineHeight + (width < 600 ? lineHeight : 0);
    },
    [segments],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: segments.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey: useCallback((index: number) => segments[index]?.id ?? index, [segments]),
    initialRect: useMemo(firstRect, []),
    // The rows below the screen after those on it.
    overscan: useIdle() ? 6 : 0,
    paddingStart: 16,
    paddingEnd: 160,
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        const extra = pinned.filter((index) => index >= 0 && index < range.count && !indexes.includes(index));
        return extra.length === 0 ? indexes : [...new Set([...indexes, ...extra])].sort((a, b) => a - b);
      },
      [pinned],
    ),
  });

  current.current = virtualizer;

  const refOf = (id: string) => {
    let ref = refs.get(id);
    if (!ref) {
      ref = (element) => {
        virtualizer.measureElement(element);
        if (!element) return void elements.delete(id);
        elements.set(id, element);
        onRendered(id, element);
        if (pendingFocus.current === id) {
          pendingFocus.current = null;
          element.focus({ preventScroll: true });
        }
      };
      refs.set(id, ref);
    }
    return ref;
  };

  const items = virtualizer.getVirtualItems();
  const anchor = useRef<{ id: string; offset: number } | null>(null);
  const shown = useRef(segments);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (shown.current !== segments) {
      // Others added or removed rows: the first visible row stays where it is.
      shown.current = segments;
      const index = segments.findIndex(({ id }) => id === anchor.current?.id);
      const start = index < 0 ? undefined : virtualizer.getOffsetForIndex(index, 'start')?.[0];
      if (start !== undefined && anchor.current && element.scrollTop > 0) {
        const wanted = start + anchor.current.offset;
        if (Math.abs(wanted - element.scrollTop) > 1) element.scrollTop = wanted;
      }
    }
    const first = items.find((item) => item.end > element.scrollTop);
    const id = first && segments[first.index]?.id;
    anchor.current = first && id ? { id, offset: element.scrollTop - first.start } : null;
  });

  const scrollTo = useCallback(
    (index: number, align: 'auto' | 'center' = 'center') => virtualizer.scrollToIndex(index, { align }),
    [virtualizer],
  );
  const focus = useCallback(
    (index: number) => {
      const id = segments[index]?.id;
      if (id === undefined) return;
      const element = elements.get(id);
      virtualizer.scrollToIndex(index, { align: 'auto' });
      if (element) element.focus({ preventScroll: true });
      else pendingFocus.current = id;
    },
    [segments, elements, virtualizer],
  );

  return { virtualizer, items, elements, refOf, scrollTo, focus };
}
