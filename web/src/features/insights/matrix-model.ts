import type { Matrix } from '../../data/insights.ts';

export interface Counts {
  count: number;
  positive: number;
  neutral: number;
  negative: number;
}

export interface TableHeading {
  id: string;
  label: string;
  total: Counts;
}

/** The matrix as it is shown: transposed, sorted and without what is hidden. */
export interface Table {
  rows: TableHeading[];
  columns: TableHeading[];
  hiddenRows: { id: string; label: string }[];
  hiddenColumns: { id: string; label: string }[];
  total: Counts;
  /** All cells that are shown, in no order. */
  cells: Counts[];
  cell(rowId: string, columnId: string): Counts | undefined;
}

/** By what headings are sorted: their total, negative moments, name, place in the response, or the cell with another heading. */
export interface Order {
  by: string;
  descending: boolean;
}

export const byTotal = 'total';
export const byNegative = 'negative';
export const byName = 'name';
export const byPlace = 'place';

/** As in the API, a minus sign means descending: "-total". */
export const readOrder = (value: string | undefined, fallback: Order): Order =>
  value === undefined ? fallback : { by: value.replace(/^-/, ''), descending: value.startsWith('-') };

export const writeOrder = ({ by, descending }: Order): string => (descending ? `-${by}` : by);

export interface TableView {
  transposed: boolean;
  rowOrder: Order;
  columnOrder: Order;
  hidden: readonly string[];
}

const none = (): Counts => ({ count: 0, positive: 0, neutral: 0, negative: 0 });

function add(sum: Counts, cell: Counts): void {
  sum.count += cell.count;
  sum.positive += cell.positive;
  sum.neutral += cell.neutral;
  sum.negative += cell.negative;
}

export function toTable(matrix: Matrix, { transposed, rowOrder, columnOrder, hidden }: TableView): Table {
  const hiddenIds = new Set(hidden);
  const isShown = ({ id }: { id: string }) => !hiddenIds.has(id);
  const rows = transposed ? matrix.columns : matrix.rows;
  const columns = transposed ? matrix.rows : matrix.columns;
  const byRow = new Map<string, Map<string, Counts>>();
  const rowTotals = new Map(rows.map(({ id }) => [id, none()]));
  const columnTotals = new Map(columns.map(({ id }) => [id, none()]));
  const total = none();
  const shown: Counts[] = [];
  for (const { row_id, column_id, count, sentiment } of matrix.cells) {
    const [rowId, columnId] = transposed ? [column_id, row_id] : [row_id, column_id];
    if (hiddenIds.has(rowId) || hiddenIds.has(columnId)) continue;
    const cell = {
      count,
      positive: sentiment?.positive ?? 0,
      neutral: sentiment?.neutral ?? 0,
      negative: sentiment?.negative ?? 0,
    };
    const cells = byRow.get(rowId);
    if (cells) cells.set(columnId, cell);
    else byRow.set(rowId, new Map([[columnId, cell]]));
    for (const sum of [rowTotals.get(rowId), columnTotals.get(columnId), total]) if (sum) add(sum, cell);
    shown.push(cell);
  }
  const cellOf = (rowId: string, columnId: string) => byRow.get(rowId)?.get(columnId);
  const withTotal = (totals: Map<string, Counts>) => (heading: { id: string; label: string }) => ({
    ...heading,
    total: totals.get(heading.id) ?? none(),
  });
  return {
    rows: sorted(rows.filter(isShown).map(withTotal(rowTotals)), rowOrder, (id) => cellOf(id, rowOrder.by)),
    columns: sorted(columns.filter(isShown).map(withTotal(columnTotals)), columnOrder, (id) =>
      cellOf(columnOrder.by, id),
    ),
    hiddenRows: rows.filter((row) => !isShown(row)),
    hiddenColumns: columns.filter((column) => !isShown(column)),
    total,
    cells: shown,
    cell: cellOf,
  };
}

/** Equal headings stay in the order of the response. */
function sorted(
  headings: TableHeading[],
  { by, descending }: Order,
  cellOf: (id: string) => Counts | undefined,
): TableHeading[] {
  const sign = descending ? -1 : 1;
  if (by === byPlace) return headings;
  if (by === byName) {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return headings.toSorted((a, b) => sign * compare(a.label, b.label));
  }
  const numberOf = (heading: TableHeading) => {
    if (by === byTotal) return heading.total.count;
    if (by === byNegative) return heading.total.negative;
    return cellOf(heading.id)?.count ?? 0;
  };
  const values = new Map(headings.map((heading) => [heading.id, numberOf(heading)]));
  return headings.toSorted((a, b) => sign * ((values.get(a.id) ?? 0) - (values.get(b.id) ?? 0)));
}

/** From how many moments a cell has which of the five tints. They are the same in every matrix, so that two can be compared. */
export const tintSteps = [1, 2, 3, 5, 10] as const;

/** The tint of a cell, from 1 to 5; 0 without a moment. */
export const tintOf = (count: number): number => tintSteps.filter((from) => count >= from).length;

/** "Mina – Interview 1" names a speaker of a file that belongs to no known person. */
export function splitLabel({ id, label }: { id: string; label: string }): { name: string; detail?: string } {
  const at = id.includes(':') ? label.indexOf(' – ') : -1;
  return at < 0 ? { name: label } : { name: label.slice(0, at), detail: label.slice(at + 3) };
}
