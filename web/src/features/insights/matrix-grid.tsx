import { type RefObject, useEffect, useId, useMemo, useRef } from 'react';
import { describeCell } from './describe.ts';
import { MatrixCell, moodUnits, TotalCell } from './grid-cells.tsx';
import { ColumnHeader, RowHeader, SortArrow } from './grid-headers.tsx';
import { GridPart } from './grid-part.tsx';
import type { AxisKind, WhatKind } from './insights-search.ts';
import { byTotal, type Order, type Table, type TableHeading } from './matrix-model.ts';
import { texts } from './texts.ts';
import { type Cursor, type GridActions, gridKeyHandler, placeOf } from './use-grid-cursor.ts';
import { headerHeight, totalHeight, totalWidth, useGridLayout } from './use-grid-layout.ts';

interface MatrixGridProps extends GridActions {
  table: Table;
  kinds: { rows: AxisKind; columns: AxisKind };
  what: WhatKind;
  colors: ReadonlyMap<string, string | null>;
  orders: { rows: Order; columns: Order };
  cursor: Cursor;
  /** A cell was pressed. */
  onPress(): void;
  /** The numbers are those of an earlier choice. */
  isOld: boolean;
  gridRef: RefObject<HTMLDivElement | null>;
}

const widthOfNames: Record<AxisKind, number> = {
  participant: 180,
  speaker: 196,
  file: 220,
  tag: 180,
  question: 280,
};

const direction = (order: Order, by: string) =>
  order.by === by ? (order.descending ? 'descending' : 'ascending') : undefined;

/** The matrix as a grid with one tab stop. */
export function MatrixGrid(props: MatrixGridProps) {
  const { table, kinds, what, colors, orders, cursor, isOld, gridRef } = props;
  const id = useId();
  const at = placeOf(table, cursor);
  const rowHeaderWidth = widthOfNames[kinds.rows];
  const { rows, columns, width, height } = useGridLayout({ table, scroller: gridRef, rowHeaderWidth, at });
  const cellId = (row: string | null, column: string | null) => `${id}-${row ?? 'head'}-${column ?? 'head'}`;
  useScrollToCursor(at, (row, column) => {
    if (row >= 0) rows.scrollToIndex(row);
    if (column >= 0) columns.scrollToIndex(column);
  });
  const units = useMemo(() => moodUnits(table), [table]);
  const shownColumns = columns.getVirtualItems();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table can’t leave out what is off the screen
    <div
      ref={gridRef}
      role="grid"
      tabIndex={0}
      aria-label={texts.grid.label(texts.axes[kinds.rows], texts.axes[kinds.columns])}
      aria-description={texts.grid.keys}
      aria-rowcount={table.rows.length + 2}
      aria-colcount={table.columns.length + 2}
      aria-activedescendant={cellId(cursor.row, cursor.column)}
      aria-busy={isOld}
      onKeyDown={gridKeyHandler(table, cursor, props)}
      className="group/grid relative min-h-0 flex-1 overflow-auto overscroll-contain outline-none"
    >
      <div role="presentation" style={{ width }} className="min-w-full">
        <GridPart
          role="row"
          aria-rowindex={1}
          style={{ height: headerHeight, width }}
          className="sticky top-0 z-20 flex bg-paper"
        >
          <GridPart
            role="columnheader"
            aria-colindex={1}
            style={{ width: rowHeaderWidth }}
            className="sticky start-0 z-10 flex items-end bg-paper px-1 pb-2 text-sm text-soft"
          >
            {texts.counts[kinds.rows](table.rows.length)}
          </GridPart>
          {shownColumns.map(({ index, start, size }) => {
            const heading = table.columns[index] as TableHeading;
            return (
              <ColumnHeader
                key={heading.id}
                id={cellId(null, heading.id)}
                index={index}
                start={start}
                width={size}
                heading={heading}
                kind={kinds.columns}
                what={what}
                color={colors.get(heading.id)}
                isActive={cursor.row === null && cursor.column === heading.id}
                sorted={direction(orders.rows, heading.id)}
                onSort={() => props.onSortRows(heading.id)}
                onHide={() => props.onHide(heading.id)}
              />
            );
          })}
          <GridPart
            role="columnheader"
            aria-colindex={table.columns.length + 2}
            aria-sort={direction(orders.rows, byTotal) ?? 'none'}
            style={{ width: totalWidth }}
            className="sticky end-0 ms-auto flex items-end justify-end bg-paper pe-3 pb-1.5"
          >
            <button
              type="button"
              tabIndex={-1}
              onClick={() => props.onSortRows(byTotal)}
              className="flex min-h-6 items-center gap-1 text-xs font-semibold"
            >
              {texts.grid.total} <SortArrow sorted={direction(orders.rows, byTotal)} />
            </button>
          </GridPart>
        </GridPart>
        <div
          role="presentation"
          style={{ height, width }}
          className={`relative transition-opacity ${isOld ? 'opacity-50' : ''}`}
        >
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const row = table.rows[index] as TableHeading;
            return (
              <GridPart
                key={row.id}
                role="row"
                aria-rowindex={index + 2}
                style={{ top: start - headerHeight, height: size, width }}
                className="absolute flex"
              >
                <RowHeader
                  id={cellId(row.id, null)}
                  width={rowHeaderWidth}
                  heading={row}
                  kind={kinds.rows}
                  what={what}
                  color={colors.get(row.id)}
                  isActive={cursor.column === null && cursor.row === row.id}
                  sorted={direction(orders.columns, row.id)}
                  onSort={() => props.onSortColumns(row.id)}
                  onHide={() => props.onHide(row.id)}
                />
                {shownColumns.map(({ index: columnIndex, start: columnStart, size: columnSize }) => {
                  const column = table.columns[columnIndex] as TableHeading;
                  const cell = table.cell(row.id, column.id);
                  return (
                    <MatrixCell
                      key={column.id}
                      id={cellId(row.id, column.id)}
                      columnIndex={columnIndex}
                      start={columnStart}
                      width={columnSize}
                      label={describeCell(row.label, column.label, cell, what)}
                      cell={cell}
                      unit={units.cell}
                      isActive={cursor.row === row.id && cursor.column === column.id}
                      onPress={() => {
                        gridRef.current?.focus({ preventScroll: true });
                        props.onMove({ row: row.id, column: column.id });
                        props.onPress();
                      }}
                    />
                  );
                })}
                <TotalCell
                  counts={row.total}
                  unit={units.rowTotal}
                  columnIndex={table.columns.length}
                  className="sticky end-0 ms-auto bg-paper"
                  style={{ width: totalWidth }}
                />
              </GridPart>
            );
          })}
        </div>
        <GridPart
          role="row"
          aria-rowindex={table.rows.length + 2}
          style={{ height: totalHeight, width }}
          className={`sticky bottom-0 z-20 flex border-t border-line bg-paper ${isOld ? 'text-soft' : ''}`}
        >
          <GridPart
            role="rowheader"
            aria-colindex={1}
            style={{ width: rowHeaderWidth }}
            className="sticky start-0 z-10 flex items-center bg-paper px-1 text-sm text-soft"
          >
            {texts.grid.total}
          </GridPart>
          {shownColumns.map(({ index, start, size }) => {
            const column = table.columns[index] as TableHeading;
            return (
              <TotalCell
                key={column.id}
                counts={column.total}
                unit={units.columnTotal}
                columnIndex={index}
                className="absolute inset-y-0"
                style={{ insetInlineStart: start, width: size }}
              />
            );
          })}
          <TotalCell
            counts={table.total}
            unit={units.total}
            columnIndex={table.columns.length}
            className="sticky end-0 ms-auto bg-paper"
            style={{ width: totalWidth }}
          />
        </GridPart>
      </div>
    </div>
  );
}

/** Shows the cell that the keyboard moved to. */
function useScrollToCursor(
  at: { row: number; column: number },
  scrollTo: (row: number, column: number) => void,
) {
  const latest = useRef(scrollTo);
  useEffect(() => {
    latest.current = scrollTo;
  });
  useEffect(() => latest.current(at.row, at.column), [at.row, at.column]);
}
