import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { Segment } from '../../data/transcript.ts';
import { useIdle } from '../../lib/use-idle.ts';
import type { RowElements } from './row-elements.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

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
  elements: RowElements;
  /** Rows that stay rendered although they are off the screen: with the focus, an editor or an end of the selection. */
  pinned: readonly number[];
}

/** Renders only the rows near the screen. The place on the screen stays when rows above it change. */
export function useRows({ segments, scroller, elements, pinned }: RowsInput) {
  const pendingFocus = useRef<string | null>(null);
  const virtualizer: Virtualizer<HTMLElement, HTMLElement> = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    // The width is not read from the element: that would lay out the page, once for each row.
    estimateSize: (index) =>
      estimateHeight(segments[index]?.text ?? '', virtualizer.scrollRect?.width ?? firstRect().width),
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
  const items = virtualizer.getVirtualItems();
  useScrollAnchor({ segments, scroller, virtualizer, items });

  /** For a row that has just been rendered. Returns what to do when it is removed. */
  const attach = useCallback(
    (segmentId: string, element: HTMLElement) => {
      virtualizer.measureElement(element);
      const remove = elements.add(segmentId, element);
      if (pendingFocus.current === segmentId) {
        pendingFocus.current = null;
        element.focus({ preventScroll: true });
      }
      return () => {
        virtualizer.measureElement(null);
        remove();
      };
    },
    [virtualizer, elements],
  );
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

  return {
    items,
    height: virtualizer.getTotalSize(),
    firstVisible: () => virtualizer.range?.startIndex ?? 0,
    attach,
    scrollTo,
    focus,
  };
}

export type Rows = ReturnType<typeof useRows>;

function estimateHeight(text: string, width: number): number {
  const isNarrow = width < 600;
  // Wide screens have names of tags in the margin.
  const margins = window.innerWidth >= 1280 ? 336 : 280;
  const textWidth = isNarrow ? width - 40 : Math.min(width - margins, 936 - margins);
  const lines = Math.max(1, Math.ceil((text.length * characterWidth) / textWidth));
  return rowHeight + (lines - 1) * lineHeight + (isNarrow ? lineHeight : 0);
}
