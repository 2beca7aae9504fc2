import { type RefObject, useState } from 'react';
import { usePointerDrag } from './pointer-drag.ts';

interface DragOrder {
  /** The place of the dragged row. */
  dragged: number | undefined;
  /** On which edge of a row a line shows where the dragged one goes. */
  edgeOf(place: number): 'top' | 'bottom' | null;
}

interface DragOrderOptions {
  count: number;
  /** Whether a press on this part of a row lifts it. */
  lifts(pressed: Element): boolean;
  onMove(from: number, to: number): void;
}

/** Dragging the rows of a list into another order. Each row has its place in `data-place`. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  { count, lifts, onMove }: DragOrderOptions,
): DragOrder {
  const [drag, setDrag] = useState<{ from: number; before?: number | undefined }>();
  usePointerDrag(list, (pressed) => {
    const row = rowOf(pressed);
    if (!row || !lifts(pressed)) return undefined;
    const from = Number(row.dataset.place);
    let before: number | undefined;
    setDrag({ from });
    return {
      element: row,
      over({ y }, under) {
        const other = under && list.current?.contains(under) ? rowOf(under) : null;
        before = other ? placeBefore(other, y) : undefined;
        setDrag({ from, before });
      },
      drop() {
        setDrag(undefined);
        if (before === undefined) return;
        // The row leaves its old place, so later places move up by one.
        const to = from < before ? before - 1 : before;
        if (to !== from) onMove(from, to);
      },
      cancel: () => setDrag(undefined),
    };
  });
  return {
    dragged: drag?.from,
    edgeOf(place) {
      const { from, before } = drag ?? {};
      if (before === undefined || before === from || before === Number(from) + 1) return null;
      if (before === place) return 'top';
      return before === count && place === count - 1 ? 'bottom' : null;
    },
  };
}

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-place]');

/** The place before the row, or behind it for its lower half. */
function placeBefore(row: HTMLElement, y: number): number {
  const { top, height } = row.getBoundingClientRect();
  return Number(row.dataset.place) + (y < top + height / 2 ? 0 : 1);
}

/** The line on the edge of a row. */
export const dropLine = (edge: 'top' | 'bottom' | null): string =>
  edge === 'top'
    ? 'shadow-[inset_0_2px_0_var(--accent)]'
    : edge === 'bottom'
      ? 'shadow-[inset_0_-2px_0_var(--accent)]'
      : '';
