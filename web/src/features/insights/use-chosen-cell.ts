import { useEffect, useMemo, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import type { InsightsSearch } from './insights-search.ts';
import type { Table } from './matrix-model.ts';
import type { ChosenCell } from './moment-panel.tsx';
import { type Cursor, cursorAt, placeOf } from './use-grid-cursor.ts';
import type { ChangeSearch } from './use-url-state.ts';

/** A held arrow key moves faster than the URL has to change. */
const urlDelayMs = 250;

interface ChosenCellInput {
  table: Table | undefined;
  search: InsightsSearch;
  transposed: boolean;
  onChange: ChangeSearch;
}

/** The cell that is chosen: the one in the URL, else the one with the most moments. */
export function useChosenCell({ table, search, transposed, onChange }: ChosenCellInput) {
  const [moved, setMoved] = useState<{ cursor: Cursor; transposed: boolean }>();
  const fromUrl = useMemo<Cursor>(
    () => ({ row: search.row ?? null, column: search.column ?? null }),
    [search.row, search.column],
  );
  const wanted = moved?.transposed === transposed ? moved.cursor : fromUrl;
  const cursor = useMemo(() => (table ? existing(table, wanted) : wanted), [table, wanted]);

  const latest = useLatest(onChange);
  useEffect(() => {
    if (!moved || moved.transposed !== transposed) return;
    const { row, column } = moved.cursor;
    const timer = setTimeout(
      () => latest.current({ row: row ?? undefined, column: column ?? undefined }),
      urlDelayMs,
    );
    return () => clearTimeout(timer);
  }, [moved, transposed, latest]);

  const at = table && placeOf(table, cursor);
  const row = table?.rows[at?.row ?? -1];
  const column = table?.columns[at?.column ?? -1];
  const cell: ChosenCell | undefined =
    table && row && column
      ? {
          row,
          column,
          counts: table.cell(row.id, column.id),
          ids: transposed
            ? { row_id: column.id, column_id: row.id }
            : { row_id: row.id, column_id: column.id },
        }
      : undefined;
  return {
    cursor,
    cell,
    move: (next: Cursor) => setMoved({ cursor: next, transposed }),
    /** The search with the cell that is chosen now, which the URL may not have yet. */
    search: (): InsightsSearch => {
      const { row: _row, column: _column, ...rest } = search;
      return {
        ...rest,
        ...(cursor.row === null ? {} : { row: cursor.row }),
        ...(cursor.column === null ? {} : { column: cursor.column }),
      };
    },
  };
}

/** The wanted cursor if its row and column are shown, else the strongest cell. */
function existing(table: Table, wanted: Cursor): Cursor {
  const { row, column } = placeOf(table, wanted);
  const isShown = (id: string | null, index: number) => id === null || index >= 0;
  const isSomewhere = wanted.row !== null || wanted.column !== null;
  if (isSomewhere && isShown(wanted.row, row) && isShown(wanted.column, column)) return wanted;
  let best = { row: 0, column: 0, count: 0 };
  // Rows are few; only the first ones are compared, so that the cell is on the screen.
  for (const [rowIndex, { id }] of table.rows.slice(0, 12).entries())
    for (const [columnIndex, other] of table.columns.slice(0, 12).entries()) {
      const count = table.cell(id, other.id)?.count ?? 0;
      if (count > best.count) best = { row: rowIndex, column: columnIndex, count };
    }
  return cursorAt(table, best.row, best.column);
}
