import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { Table } from './matrix-model.ts';

export const rowHeight = 50;
export const headerHeight = 84;
export const totalHeight = 56;
export const totalWidth = 76;
const columnWidthMin = 64;
const columnWidthMax = 120;

/** Where the matrix is probably shown, so that its first rendering has cells. Its real size is known after that. */
const firstRect = () => ({
  width: Math.max(320, window.innerWidth - (window.innerWidth < 1024 ? 64 : 580)),
  height: window.innerHeight - 150,
});

interface LayoutInput {
  table: Table;
  scroller: RefObject<HTMLElement | null>;
  rowHeaderWidth: number;
  /** The row and the column of the cell that the keyboard is on; they stay rendered. -1 is the header. */
  at: { row: number; column: number };
}

/** Renders only the rows and columns on the screen. Columns share the width of the page, if they are few. */
export function useGridLayout({ table, scroller, rowHeaderWidth, at }: LayoutInput) {
  const [rect, setRect] = useState(firstRect);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setRect({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  const columnCount = table.columns.length;
  const columnWidth = Math.min(
    columnWidthMax,
    Math.max(
      columnWidthMin,
      Math.floor((rect.width - rowHeaderWidth - totalWidth) / Math.max(1, columnCount)),
    ),
  );
  const initialRect = useMemo(firstRect, []);
  const rows = useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => table.rows[index]?.id ?? index, [table]),
    initialRect,
    overscan: 3,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    scrollPaddingEnd: totalHeight,
    rangeExtractor: useCallback((range: Range) => withIndex(range, at.row), [at.row]),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    getItemKey: useCallback((index: number) => table.columns[index]?.id ?? index, [table]),
    initialRect,
    overscan: 2,
    paddingStart: rowHeaderWidth,
    scrollPaddingStart: rowHeaderWidth,
    scrollPaddingEnd: totalWidth,
    rangeExtractor: useCallback((range: Range) => withIndex(range, at.column), [at.column]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer does not know that the width has changed.
  useLayoutEffect(() => columns.measure(), [columnWidth]);
  return {
    rows,
    columns,
    columnWidth,
    width: rowHeaderWidth + columnCount * columnWidth + totalWidth,
    height: table.rows.length * rowHeight,
  };
}

function withIndex(range: Range, index: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((a, b) => a - b);
}
