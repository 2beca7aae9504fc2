import { formatNumber } from '../../lib/format.ts';
import { MoodBar } from '../../ui/mood-bar.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { describeCell, describeCounts } from './describe.ts';
import { HeadingMark } from './grid-headers.tsx';
import type { AxisKind, WhatKind } from './insights-search.ts';
import { splitLabel, type Table } from './matrix-model.ts';
import { texts } from './texts.ts';
import type { Cursor } from './use-grid-cursor.ts';

interface PeopleListProps {
  table: Table;
  kinds: { rows: AxisKind; columns: AxisKind };
  what: WhatKind;
  colors: ReadonlyMap<string, string | null>;
  isOld: boolean;
  onOpen(cursor: Cursor): void;
}

const strongest = 4;
/** A longer list has no place on a phone; filters make it shorter. */
const rowsMax = 200;

/** The matrix on a phone: each row with the columns that it has most moments with. */
export const PeopleList = ({ table, kinds, what, colors, isOld, onOpen }: PeopleListProps) => (
  <ul
    aria-label={texts.people.label}
    aria-busy={isOld}
    className={`min-h-0 flex-1 overflow-y-auto border-t border-line ${isOld ? 'opacity-50' : ''}`}
  >
    {table.rows.slice(0, rowsMax).map((row) => {
      const { name, detail } = splitLabel(row);
      const cells = table.columns
        .flatMap((column) => {
          const cell = table.cell(row.id, column.id);
          return cell ? [{ column, cell }] : [];
        })
        .toSorted((a, b) => b.cell.count - a.cell.count);
      return (
        <li key={row.id} className="border-b border-line px-4 py-3">
          <div className="flex items-center gap-3">
            <HeadingMark name={name} kind={kinds.rows} color={colors.get(row.id)} />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-medium">
                {name}
              </span>
              <span className="block truncate text-sm text-soft">
                {detail ?? describeCounts(row.total, what)}
              </span>
            </span>
            <span className="w-16 text-center">
              <span className="text-md font-medium tabular-nums">{formatNumber(row.total.count)}</span>
              <MoodBar counts={row.total} unit={Math.min(4, 28 / Math.max(1, row.total.count))} />
            </span>
          </div>
          <div className="mt-2 flex flex-wrap items-center gap-1.5">
            {cells.slice(0, strongest).map(({ column, cell }) => (
              <button
                key={column.id}
                type="button"
                onClick={() => onOpen({ row: row.id, column: column.id })}
                className="control inline-flex max-w-full items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-sm"
              >
                {kinds.columns === 'tag' && <TagDot color={colors.get(column.id)} />}
                <span dir="auto" className="min-w-0 truncate">
                  {splitLabel(column).name}
                </span>
                <span className="font-medium tabular-nums">{formatNumber(cell.count)}</span>
                <span className="sr-only">{describeCell(row.label, column.label, cell, what)}</span>
              </button>
            ))}
            {cells.length > strongest && (
              <span className="text-sm text-soft">{texts.people.moreTags(cells.length - strongest)}</span>
            )}
          </div>
        </li>
      );
    })}
  </ul>
);
