import type { KeyboardEvent } from 'react';
import type { Table } from './matrix-model.ts';

/** The cell that the keyboard is on, by the ids of its row and column; null is the header. */
export interface Cursor {
  row: string | null;
  column: string | null;
}

export interface GridActions {
  onMove(cursor: Cursor): void;
  /** Goes into the panel with the moments of the cell. */
  onOpen(): void;
  onSortRows(by: string): void;
  onSortColumns(by: string): void;
  onHide(id: string): void;
}

const pageRows = 8;

/** The place of a cursor in the table; -1 is the header. */
export const placeOf = (table: Table, { row, column }: Cursor) => ({
  row: table.rows.findIndex(({ id }) => id === row),
  column: table.columns.findIndex(({ id }) => id === column),
});

export const cursorAt = (table: Table, row: number, column: number): Cursor => ({
  row: table.rows[row]?.id ?? null,
  column: table.columns[column]?.id ?? null,
});

/** The cursor after a step, which stays inside the table and never is on the corner. */
export function moved(table: Table, cursor: Cursor, rows: number, columns: number): Cursor {
  const from = placeOf(table, cursor);
  const row = clamp(from.row + rows, table.rows.length);
  const column = clamp(from.column + columns, table.columns.length);
  return row < 0 && column < 0 ? cursor : cursorAt(table, row, column);
}

const clamp = (index: number, count: number) => Math.max(-1, Math.min(count - 1, index));

/** Arrow keys move the cell. Enter opens it; on a header, Enter sorts and H hides. */
export function gridKeyHandler(table: Table, cursor: Cursor, actions: GridActions) {
  const last = { row: table.rows.length - 1, column: table.columns.length - 1 };
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-pageRows, 0],
    PageDown: [pageRows, 0],
  };
  return (event: KeyboardEvent) => {
    const { row, column } = placeOf(table, cursor);
    const step = steps[event.key];
    if (step) {
      const sign = event.key.startsWith('Arrow') && isRightToLeft(event.currentTarget) ? -1 : 1;
      actions.onMove(moved(table, cursor, step[0], step[1] * sign));
    } else if (event.key === 'Home')
      actions.onMove(cursorAt(table, event.ctrlKey ? 0 : row, column < 0 && !event.ctrlKey ? -1 : 0));
    else if (event.key === 'End')
      actions.onMove(cursorAt(table, event.ctrlKey ? last.row : row, last.column));
    else if (event.key === 'Enter') pressHeader(cursor, actions);
    else if (event.key === 'h' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const id = cursor.row === null ? cursor.column : cursor.column === null ? cursor.row : null;
      if (id === null) return;
      actions.onMove(row < 0 ? cursorAt(table, -1, column + 1) : cursorAt(table, row + 1, -1));
      actions.onHide(id);
    } else return;
    event.preventDefault();
  };
}

function pressHeader(cursor: Cursor, actions: GridActions): void {
  if (cursor.row === null && cursor.column !== null) actions.onSortRows(cursor.column);
  else if (cursor.column === null && cursor.row !== null) actions.onSortColumns(cursor.row);
  else actions.onOpen();
}

const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl';
