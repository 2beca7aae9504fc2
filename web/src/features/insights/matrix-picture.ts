import { formatNumber } from '../../lib/format.ts';
import { type Counts, splitLabel, type Table, tintOf } from './matrix-model.ts';
import { texts } from './texts.ts';
import { tintHexes } from './tints.ts';

const cellWidth = 84;
const cellHeight = 40;
const nameWidth = 220;
const headerHeight = 120;
const margin = 24;
const ink = '#211f1b';
const soft = '#625d54';
const red = '#a3342a';
const green = '#2b6a50';

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** The matrix as an SVG with light colours and fonts that every computer has, for documents and slides. */
export function drawMatrix(table: Table): Picture {
  const left = margin + nameWidth;
  const top = margin + headerHeight;
  const width = left + (table.columns.length + 1) * cellWidth + margin;
  const height = top + (table.rows.length + 1) * cellHeight + margin;
  const unit = Math.min(
    5,
    30 / Math.max(1, ...table.cells.map((cell) => Math.max(cell.positive, cell.negative))),
  );
  const parts = [
    ...table.columns.map(({ label, id }, index) => {
      const x = left + (index + 0.5) * cellWidth;
      const words = clip(splitLabel({ id, label }).name, 22);
      return `<text x="${x}" y="${top - 10}" transform="rotate(-35 ${x} ${top - 10})" font-size="12" fill="${soft}">${escapeXml(words)}</text>`;
    }),
    text(left + (table.columns.length + 0.5) * cellWidth, top - 10, texts.grid.total, 'middle', soft),
    ...table.rows.flatMap((row, rowIndex) => {
      const y = top + rowIndex * cellHeight;
      return [
        text(margin, y + 24, clip(row.label, 32), 'start', ink),
        ...table.columns.map((column, columnIndex) =>
          drawCell(left + columnIndex * cellWidth, y, table.cell(row.id, column.id), unit),
        ),
        text(
          left + (table.columns.length + 0.5) * cellWidth,
          y + 24,
          formatNumber(row.total.count),
          'middle',
          ink,
        ),
      ];
    }),
    text(margin, top + table.rows.length * cellHeight + 26, texts.grid.total, 'start', soft),
    ...table.columns.map((column, index) =>
      text(
        left + (index + 0.5) * cellWidth,
        top + table.rows.length * cellHeight + 26,
        formatNumber(column.total.count),
        'middle',
        ink,
      ),
    ),
    text(
      left + (table.columns.length + 0.5) * cellWidth,
      top + table.rows.length * cellHeight + 26,
      formatNumber(table.total.count),
      'middle',
      ink,
    ),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>${parts.join('')}</svg>`;
  return { svg, width, height };
}

function drawCell(x: number, y: number, cell: Counts | undefined, unit: number): string {
  const middle = x + cellWidth / 2;
  if (!cell) return text(middle, y + 24, '–', 'middle', soft);
  const bar = (from: number, count: number, color: string) =>
    count === 0
      ? ''
      : `<rect x="${from}" y="${y + 27}" width="${count * unit}" height="4" rx="2" fill="${color}"/>`;
  const hasMood = cell.positive + cell.neutral + cell.negative > 0;
  return [
    `<rect x="${x + 1}" y="${y + 1}" width="${cellWidth - 2}" height="${cellHeight - 2}" rx="5" fill="${tintHexes[tintOf(cell.count)]}"/>`,
    text(middle, y + 21, formatNumber(cell.count), 'middle', ink),
    bar(middle - cell.negative * unit, cell.negative, red),
    bar(middle, cell.positive, green),
    hasMood ? `<rect x="${middle - 0.5}" y="${y + 25}" width="1" height="8" fill="#8f887b"/>` : '',
  ].join('');
}

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle', fill: string) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="13" fill="${fill}">${escapeXml(words)}</text>`;

const clip = (words: string, max: number) => {
  const letters = [...words];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : words;
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Control characters are not allowed in XML, even escaped.
const escapeXml = (words: string) =>
  words.replace(/[&<>"]/g, (letter) => entities[letter] ?? '').replace(/\p{Cc}/gu, ' ');
