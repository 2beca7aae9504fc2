import type { Table } from 'mdast';
import { type Span, spansOf } from '../../../evidence/markdown/index.ts';

/** The maximum of Word. The HTML page uses the same limit. */
const columnsMax = 63;
const separator: Span = { text: ' | ', bold: false, italic: false, code: false };

/** Rows of cells. Cells beyond the last column are joined into it, so that no text is lost. */
export function rowsOf(table: Table): Span[][][] {
  return table.children.map(({ children }) => {
    const cells = children.map((cell) => spansOf(cell.children));
    if (cells.length <= columnsMax) return cells;
    const last = cells.slice(columnsMax - 1).flatMap((cell, i) => (i === 0 ? cell : [separator, ...cell]));
    return [...cells.slice(0, columnsMax - 1), last];
  });
}
