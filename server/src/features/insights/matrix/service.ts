import { csvRow } from '../../../foundation/csv.ts';
import { invalidField } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import type { Sql } from '../../../platform/database/index.ts';
import { readTaggings } from '../../coding/taggings/index.ts';
import { getProjectForRead } from '../../projects/index.ts';
import { answers } from './answers.ts';
import { type Cell, highlights } from './highlights.ts';
import { columnsMax, type MatrixQuery, type MomentsQuery, rowsMax } from './schema.ts';
import { type CellRow, listMoments, type MomentRow, readCells } from './store.ts';

/** What the cells of the requested matrix count. */
function momentsOf(projectId: string, query: MatrixQuery, cell?: Cell): Sql {
  if (query.columns !== 'question') return highlights(projectId, query, cell);
  if (query.test_id === undefined)
    throw invalidField('test_id', 'Name the test whose questions are the columns.');
  if (query.rows !== undefined && query.rows !== 'participant')
    throw invalidField('rows', 'Answers belong to participants: use rows=participant with columns=question.');
  for (const field of ['tag_ids', 'file_ids'] as const)
    if (query[field] !== undefined)
      throw invalidField(field, 'Answers are not selected by tag or file: leave it out, or use columns=tag.');
  return answers(projectId, query.test_id);
}

export async function readMatrix({ db, principal }: Caller, projectId: string, query: MatrixQuery) {
  const moments = momentsOf(projectId, query);
  const [, { rowCount, columnCount, cells }] = await Promise.all([
    getProjectForRead(db, principal, projectId),
    readCells(db, moments),
  ]);
  if (rowCount > rowsMax)
    throw invalidField(
      'rows',
      `The matrix has more than ${rowsMax} rows. Narrow it with file_ids, tag_ids or test_id, or use rows=file.`,
    );
  if (columnCount > columnsMax)
    throw invalidField(
      'columns',
      `The matrix has more than ${columnsMax} columns. Name up to that many with tag_ids.`,
    );
  return {
    project_id: projectId,
    rows: headings(cells, (cell) => ({ id: cell.row_id, label: cell.row_label, place: null })),
    columns: headings(cells, ({ column_id, column_label, column_place }) => ({
      id: column_id,
      label: column_label,
      place: column_place,
    })),
    cells: cells.map(toCell),
  };
}

const byLabel = new Intl.Collator('en', { numeric: true });

/** Each row or column once: questions by their place, others by label. */
function headings(
  cells: CellRow[],
  of: (cell: CellRow) => { id: string; label: string; place: number | null },
) {
  const found = [...new Map(cells.map(of).map((heading) => [heading.id, heading])).values()];
  return found
    .sort(
      (a, b) =>
        (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER) ||
        byLabel.compare(a.label, b.label) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id, label }) => ({ id, label }));
}

const toCell = ({ row_id, column_id, count, seconds, score, positive, neutral, negative }: CellRow) => ({
  row_id,
  column_id,
  count,
  seconds: Math.round(seconds * 1_000) / 1_000,
  sentiment:
    score === null ? null : { score: Math.round(score * 1_000) / 1_000, positive, neutral, negative },
});

export async function readMoments({ db, principal }: Caller, projectId: string, query: MomentsQuery) {
  const moments = momentsOf(projectId, query, query);
  const [, page] = await Promise.all([
    getProjectForRead(db, principal, projectId),
    listMoments(db, projectId, moments, query),
  ]);
  const highlighted = page.rows.filter(({ type }) => type === 'highlight').map(({ id }) => id);
  const quotes = new Map((await readTaggings(db, highlighted)).map(({ id, quote }) => [id, quote]));
  return {
    data: page.rows.map((row) => toMoment({ ...row, quote: row.quote ?? quotes.get(row.id) ?? null })),
    next_cursor: page.next_cursor,
  };
}

const toMoment = (row: MomentRow) => ({
  id: row.id,
  type: row.type,
  tag_id: row.type === 'highlight' ? row.column_id : null,
  question_id: row.type === 'answer' ? row.column_id : null,
  file_id: row.file_id,
  file_name: row.file_name,
  file_kind: row.file_kind,
  segment_id: row.segment_id,
  response_id: row.response_id,
  quote: row.quote,
  speaker: row.speaker,
  start_seconds: row.start_seconds,
  end_seconds: row.end_seconds,
  score: row.score === null ? null : Math.round(row.score * 1_000) / 1_000,
  created_at: row.created_at,
});

export async function exportMatrix(caller: Caller, projectId: string, query: MatrixQuery) {
  const matrix = await readMatrix(caller, projectId, query);
  const counts = new Map(matrix.cells.map((cell) => [`${cell.row_id} ${cell.column_id}`, cell.count]));
  const lines = [
    csvRow(['', ...matrix.columns.map(({ label }) => label)]),
    ...matrix.rows.map((row) =>
      csvRow([row.label, ...matrix.columns.map((column) => counts.get(`${row.id} ${column.id}`) ?? 0)]),
    ),
  ];
  return {
    format: 'csv' as const,
    filename: 'matrix.csv',
    content_type: 'text/csv; charset=utf-8',
    // With the mark at the start, spreadsheet programs read the text as UTF-8.
    content: `\ufeff${lines.join('\r\n')}\r\n`,
  };
}
