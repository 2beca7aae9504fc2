import { expect, test } from 'vitest';
import type { Matrix } from '../../data/insights.ts';
import { axesChange, readAxes } from './axes.ts';
import { readInsightsSearch } from './insights-search.ts';
import { splitLabel, tintOf, toTable } from './matrix-model.ts';
import { drawMatrix } from './matrix-picture.ts';
import { tableViewOf } from './shown-table.ts';
import { moved } from './use-grid-cursor.ts';

const cell = (row_id: string, column_id: string, count: number, negative = 0) => ({
  row_id,
  column_id,
  count,
  seconds: 0,
  sentiment: negative === 0 ? null : { score: -0.5, positive: 0, neutral: count - negative, negative },
});
const matrix: Matrix = {
  project_id: 'prj_1',
  rows: [
    { id: 'ann', label: 'Ann' },
    { id: 'ben', label: 'Ben' },
  ],
  columns: [
    { id: 'price', label: 'Price' },
    { id: 'trust', label: 'Trust & <more>' },
  ],
  cells: [cell('ann', 'price', 1), cell('ben', 'price', 2, 1), cell('ben', 'trust', 5, 3)],
};
const ids = (headings: { id: string }[]) => headings.map(({ id }) => id);
const shown = (search: Record<string, string>) => {
  const read = readInsightsSearch(search);
  return toTable(matrix, tableViewOf(read, readAxes(read)));
};

test('the rows and columns with most moments are first until they are sorted', () => {
  expect(ids(shown({}).rows)).toEqual(['ben', 'ann']);
  expect(ids(shown({}).columns)).toEqual(['trust', 'price']);
  expect(ids(shown({ sort: 'name' }).rows)).toEqual(['ann', 'ben']);
  expect(ids(shown({ sort: 'total' }).rows)).toEqual(['ann', 'ben']);
});

test('rows are sorted by a column, and columns by a row', () => {
  expect(ids(shown({ sort: '-price' }).rows)).toEqual(['ben', 'ann']);
  expect(ids(shown({ order: '-ann' }).columns)).toEqual(['price', 'trust']);
});

test('questions stay in the order of the study', () => {
  expect(ids(shown({ columns: 'question' }).columns)).toEqual(['price', 'trust']);
});

test('totals count only what is shown', () => {
  const table = shown({ hidden: 'trust' });
  expect(ids(table.columns)).toEqual(['price']);
  expect(table.hiddenColumns).toEqual([{ id: 'trust', label: 'Trust & <more>' }]);
  expect(table.total).toEqual({ count: 3, positive: 0, neutral: 1, negative: 1 });
  expect(table.cells).toHaveLength(2);
});

test('a transposed matrix has the same cells', () => {
  const table = shown({ rows: 'tag', columns: 'participant' });
  expect(ids(table.rows)).toEqual(['trust', 'price']);
  expect(table.cell('trust', 'ben')?.count).toBe(5);
  expect(table.cell('ben', 'trust')).toBeUndefined();
});

test('the axes in the URL say whether the matrix is transposed, and answers belong to participants', () => {
  const transposed = { who: 'file', what: 'tag', transposed: true } as const;
  expect(axesChange(transposed)).toEqual({ rows: 'tag', columns: 'file' });
  expect(readAxes(axesChange(transposed) as never)).toEqual(transposed);
  expect(readAxes({ rows: 'speaker', columns: 'question' })).toEqual({
    who: 'participant',
    what: 'question',
    transposed: false,
  });
});

test('what a URL can’t mean is ignored', () => {
  expect(readInsightsSearch({ rows: 'cat', view: 'coverage', tags: 7, sort: '', row: 'ann' })).toEqual({
    view: 'coverage',
    row: 'ann',
  });
});

test('the tint of a count is the same in every matrix', () => {
  expect([0, 1, 2, 3, 4, 5, 9, 10, 4_000].map(tintOf)).toEqual([0, 1, 2, 3, 3, 4, 4, 5, 5]);
});

test('the cursor goes to the headers, and stays inside the table', () => {
  const table = shown({});
  const first = { row: 'ben', column: 'trust' };
  expect(moved(table, first, -1, 0)).toEqual({ row: null, column: 'trust' });
  expect(moved(table, { row: null, column: 'trust' }, 0, -1)).toEqual({ row: null, column: 'trust' });
  expect(moved(table, first, 9, 9)).toEqual({ row: 'ann', column: 'price' });
});

test('the label of a speaker names the file, unless the name of a person contains a dash', () => {
  expect(splitLabel({ id: 'fil_1:spk_1', label: 'Mina – Talk – 1' })).toEqual({
    name: 'Mina',
    detail: 'Talk – 1',
  });
  expect(splitLabel({ id: 'par_1', label: 'Mina – Berlin' })).toEqual({ name: 'Mina – Berlin' });
});

test('the picture is valid SVG even if names have signs of XML', () => {
  const { svg } = drawMatrix(shown({}));
  expect(svg).toContain('Trust &amp; &lt;more&gt;');
  expect(svg).not.toContain('<more>');
});
