import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Segment } from '../../data/transcript.ts';

interface ScrollAnchorInput {
  segments: readonly Segment[];
  scroller: RefObject<HTMLElement | null>;
  virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  items: readonly VirtualItem[];
}

/** The first visible row stays where it is when others add or remove rows above it. */
export function useScrollAnchor({ segments, scroller, virtualizer, items }: ScrollAnchorInput): void {
  const anchor = useRef<{ id: string; offset: number } | null>(null);
  const shown = useRef(segments);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (shown.current !== segments) {
      shown.current = segments;
      const index = segments.findIndex(({ id }) => id === anchor.current?.id);
      const start = index < 0 ? undefined : virtualizer.getOffsetForIndex(index, 'start')?.[0];
      if (start !== undefined && anchor.current && element.scrollTop > 0) {
        const wanted = start + anchor.current.offset;
        if (Math.abs(wanted - element.scrollTop) > 1) element.scrollTo({ top: wanted });
      }
    }
    const first = items.find((item) => item.end > element.scrollTop);
    const id = first && segments[first.index]?.id;
    anchor.current = first && id ? { id, offset: element.scrollTop - first.start } : null;
  });
}
